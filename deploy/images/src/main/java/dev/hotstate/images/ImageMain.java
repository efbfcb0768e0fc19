package dev.hotstate.images;

import dev.hotstate.kit.backends.host.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** {@code [service...]}: makes the images of these services, or of all, in a packaged checkout; gives them to podman or docker if there is one. */
public final class ImageMain {

    private ImageMain() {}

    public static void main(String[] args) {
        try {
            make(
                    args.length == 0
                            ? List.of(Service.values())
                            : Arrays.stream(args).map(Service::named).toList());
        } catch (ImageFailure failure) {
            System.err.println("hotstate: " + failure.getMessage());
            System.exit(1);
        }
    }

    private static void make(List<Service> services) {
        var workshop = new Workshop(checkout());
        var java = JavaRuntime.in(workshop);
        var revision = revision(workshop);
        var engine = Programs.onPath("podman").or(() -> Programs.onPath("docker"));
        try (var rehearsal = new Rehearsal(workshop.folder("rehearsal"))) {
            for (var service : services) {
                System.out.println("  " + service.module() + ": recording its start");
                var application = workshop.folder("app").resolve(service.module());
                Workshop.copy(service.packaged(workshop.checkout()).folder(), application);
                Workshop.settle(application);
                rehearsal.record(java, service, application);
                var tar = new ServiceImage(workshop, service, java, application, revision).write();
                System.out.printf(
                        "  %s: %s, %d MB%n",
                        service.module(), workshop.checkout().relativize(tar), megabytes(tar));
                engine.ifPresent(program -> load(program, tar));
            }
        }
        System.out.println(engine.map(program ->
                        "Loaded into " + program.getFileName() + " as hotstate/<service>:" + ServiceImage.VERSION)
                .orElse("There is no podman or docker here; load the files where there is one: podman load -i <file>"));
    }

    private static void load(Path engine, Path tar) {
        Workshop.run(tar.getParent(), List.of(engine.toString(), "load", "-q", "-i", tar.toString()));
    }

    private static long megabytes(Path file) {
        return file.toFile().length() >> 20;
    }

    private static String revision(Workshop workshop) {
        return Optional.of(workshop.checkout())
                .filter(checkout -> Files.exists(checkout.resolve(".git"))
                        && Programs.onPath("git").isPresent())
                .map(checkout -> Workshop.run(checkout, List.of("git", "rev-parse", "HEAD"))
                        .strip())
                .orElse("unknown");
    }

    private static Path checkout() {
        for (var folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("deploy/images/pom.xml"))) {
                return folder;
            }
        }
        throw new ImageFailure("Run this inside a checkout of Hotstate");
    }
}
