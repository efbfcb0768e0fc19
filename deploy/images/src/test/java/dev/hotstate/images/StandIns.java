package dev.hotstate.images;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Redis, Postgres and Prometheus as Debian has them, in one image: it takes the place of those that {@code compose.yaml} and the
 * kustomizations name where no registry can be reached. Made once; {@code podman rmi} it to have it made anew.
 */
final class StandIns {

    static final String IMAGE = "localhost/hotstate-trial/debian-backends:3";

    private static final String PACKAGES = "redis-server,postgresql,prometheus";

    /** Which {@code run} takes for granted, and {@code play kube} does not. */
    private static final String PATH = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";

    private StandIns() {}

    static void make(Path folder) throws IOException {
        if (Engine.hasImage(IMAGE)) {
            return;
        }
        var root = folder.resolve("root");
        var release = Workshop.run(folder, List.of("sh", "-c", ". /etc/os-release; echo $VERSION_CODENAME"))
                .strip();
        Workshop.run(
                folder, List.of("debootstrap", "--variant=minbase", "--include=" + PACKAGES, release, root.toString()));
        // As the images have it whose place it takes: nothing where others mount something, data that belong to who
        // runs
        // there, and both are number 999.
        Workshop.run(folder, List.of("rm", "-rf", root + "/etc/redis"));
        Workshop.run(folder, List.of("sed", "-i", "s/^postgres:x:[0-9]*:/postgres:x:999:/", root + "/etc/passwd"));
        for (var data : List.of("/data", "/var/lib/postgresql", "/var/lib/postgresql/data", "/run/postgresql")) {
            Workshop.run(folder, List.of("install", "-d", "-o", "999", "-g", "999", root + data));
        }
        var tar = folder.resolve("root.tar");
        Workshop.run(folder, List.of("tar", "-C", root.toString(), "-cf", tar.toString(), "."));
        Engine.podman("import", "-q", "--change", "ENV " + PATH, tar.toString(), IMAGE);
        Workshop.run(folder, List.of("rm", "-rf", root.toString(), tar.toString()));
    }
}
