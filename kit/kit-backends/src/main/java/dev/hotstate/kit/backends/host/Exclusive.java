package dev.hotstate.kit.backends.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** One at a time, over all threads, class loaders and JVMs of this machine. Not reentrant. */
public final class Exclusive {

    /** Enough for the longest work there is: unpacking Postgres on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Exclusive() {}

    public static <T> T on(Path lockFile, Supplier<T> work) {
        try {
            Files.createDirectories(lockFile.toAbsolutePath().getParent());
            // Closing the channel gives the lock back.
            try (var channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                Patience.await("The lock " + lockFile, PATIENCE, () -> objectionToLock(channel));
                return work.get();
            }
        } catch (IOException e) {
            throw BackendFailure.at(lockFile, e);
        }
    }

    private static Optional<String> objectionToLock(FileChannel channel) {
        try {
            return channel.tryLock() == null ? Optional.of("another process holds it") : Optional.empty();
        } catch (OverlappingFileLockException e) {
            return Optional.of("another thread of this process holds it");
        } catch (IOException e) {
            throw new BackendFailure("Cannot lock: " + e.getMessage(), e);
        }
    }
}
