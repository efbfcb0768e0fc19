package dev.hotstate.kit.backends.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** One user of a folder at a time. The operating system drops the lock when the holder dies. */
public final class FolderLock implements AutoCloseable {

    private static final String FILE = "lock";

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws BackendFailure if somebody else holds the folder */
    public static FolderLock take(Path folder) {
        var file = folder.resolve(FILE);
        try {
            Files.createDirectories(folder);
            var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new BackendFailure("The folder " + folder + " is in use by process "
                        + Files.readString(file).strip() + "; stop that one first or choose another folder");
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return new FolderLock(channel);
        } catch (IOException e) {
            throw BackendFailure.at(file, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new BackendFailure("Cannot release the folder lock: " + e.getMessage(), e);
        }
    }
}
