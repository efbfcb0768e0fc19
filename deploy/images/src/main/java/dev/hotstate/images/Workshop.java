package dev.hotstate.images;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where images are made, and the few things that are done to files there.
 *
 * @param checkout the root of a packaged checkout
 */
record Workshop(Path checkout) {

    /** Of every file in an image, so that equal content makes an equal image. The cache of a start compares it, too. */
    static final Instant FILE_TIME = Instant.EPOCH.plusSeconds(1);

    private static final int TAIL_CHARACTERS_MAX = 2_000;

    Path folder() {
        return folder("");
    }

    /** Below {@code .hotstate/images}; made when it is missing. */
    Path folder(String name) {
        try {
            return Files.createDirectories(checkout.resolve(".hotstate/images").resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a program prints; fails with its complaints unless it ends well. */
    static String run(Path folder, List<String> command) {
        try {
            var complaints = Files.createTempFile("hotstate", ".err");
            try {
                var process = new ProcessBuilder(command)
                        .directory(folder.toAbsolutePath().toFile())
                        .redirectError(complaints.toFile())
                        .redirectInput(new File("/dev/null"))
                        .start();
                var printed = new String(process.getInputStream().readAllBytes(), UTF_8);
                if (process.waitFor() != 0) {
                    var said = printed + Files.readString(complaints);
                    throw new ImageFailure(String.join(" ", command.subList(0, Math.min(2, command.size())))
                            + " failed: "
                            + said.substring(Math.max(0, said.length() - TAIL_CHARACTERS_MAX))
                                    .strip());
                }
                return printed;
            } finally {
                Files.delete(complaints);
            }
        } catch (IOException e) {
            throw new ImageFailure("Cannot run " + command.getFirst() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ImageFailure("Interrupted while " + command.getFirst() + " ran", e);
        }
    }

    static void copy(Path from, Path to) {
        delete(to);
        try (Stream<Path> all = Files.walk(from)) {
            for (var file : all.toList()) {
                var target = to.resolve(from.relativize(file).toString());
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives all files the time that they have in the image. */
    static void settle(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (var file : all.toList()) {
                if (!Files.isSymbolicLink(file)) {
                    Files.setLastModifiedTime(file, FileTime.from(FILE_TIME));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path folder) {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (var file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Path> filesIn(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
