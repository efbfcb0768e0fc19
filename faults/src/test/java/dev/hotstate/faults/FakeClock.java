package dev.hotstate.faults;

import dev.hotstate.kit.testing.requires.Requires;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A wrong time of day for one process, by libfaketime; how fast time passes stays right, and so do the times of files. */
final class FakeClock {

    private static final Path LIBRARIES = Path.of("/usr/lib");

    private FakeClock() {}

    /** The environment of a process whose clock differs by so much. */
    static Map<String, String> by(Duration offset) {
        var library = Requires.present(library(), "a clock that can be set: install Debian's package `libfaketime`");
        return Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAKETIME",
                "%+d".formatted(offset.toSeconds()),
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                // Or each timed wait of the JVM ends at once, and its threads spin.
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0",
                "NO_FAKE_STAT",
                "1");
    }

    private static Optional<Path> library() {
        try (var found = Files.find(LIBRARIES, 3, (path, attributes) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
            return found.findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
