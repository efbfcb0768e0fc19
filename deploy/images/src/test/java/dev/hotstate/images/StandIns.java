package dev.hotstate.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Redis and Postgres as Debian has them, in one image: it takes the place of the two that {@code compose.yaml} names where no registry can
 * be reached. Made once; {@code podman rmi} it to have it made anew.
 */
final class StandIns {

    static final String IMAGE = "localhost/hotstate-trial/debian-backends:1";

    private static final String PACKAGES = "redis-server,postgresql";

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
        // As the images have it whose place it takes: nothing where others mount something, and data that belong to who
        // runs there.
        Workshop.run(folder, List.of("rm", "-rf", root + "/etc/redis"));
        Workshop.run(folder, List.of("install", "-d", "-o", "999", "-g", "999", root + "/data"));
        Files.createDirectories(root.resolve("var/lib/postgresql/data"));
        var tar = folder.resolve("root.tar");
        Workshop.run(folder, List.of("tar", "-C", root.toString(), "-cf", tar.toString(), "."));
        Engine.podman("import", "-q", tar.toString(), IMAGE);
        Workshop.run(folder, List.of("rm", "-rf", root.toString(), tar.toString()));
    }
}
