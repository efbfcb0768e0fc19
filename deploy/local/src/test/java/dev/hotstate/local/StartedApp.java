package dev.hotstate.local;

import dev.hotstate.kit.backends.host.Folders;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * What a checkout of this test run staged and made start archives for. With it the next one needs two thirds of the CPU
 * time to start, and none to make archives of its own.
 */
final class StartedApp {

    private static final Path KEPT = Path.of("target/started-app").toAbsolutePath();
    private static final Path IN_CHECKOUT = Path.of(".hotstate/app");

    static {
        Folders.delete(KEPT); // of an earlier build
    }

    private StartedApp() {}

    static void lendTo(Path checkout) throws IOException {
        if (Files.isDirectory(KEPT)) {
            Files.walkFileTree(KEPT, new Copy(KEPT, checkout.resolve(IN_CHECKOUT)));
        }
    }

    static void takeFrom(Path checkout) throws IOException {
        var app = checkout.resolve(IN_CHECKOUT);
        if (Files.exists(KEPT) || !hasAllArchives(app)) {
            return;
        }
        var unfinished = KEPT.resolveSibling(KEPT.getFileName() + ".part");
        Folders.delete(unfinished);
        Files.walkFileTree(app, new Copy(app, unfinished));
        Files.move(unfinished, KEPT);
    }

    private static boolean hasAllArchives(Path app) {
        return LocalService.ALL.stream().allMatch(service -> new StartArchive(app.resolve(service.module())).exists());
    }

    /** Nobody changes these files, so a link does where one is possible; a copy keeps the times, which an archive checks. */
    private static final class Copy extends SimpleFileVisitor<Path> {

        private final Path from;
        private final Path to;

        Copy(Path from, Path to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            Files.createDirectories(to.resolve(from.relativize(folder)));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            var copy = to.resolve(from.relativize(file));
            try {
                Files.createLink(copy, file);
            } catch (IOException | UnsupportedOperationException anotherDisk) {
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
