package dev.hotstate.kit.backends.host;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Making and deleting whole folders. */
public final class Folders {

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private Folders() {}

    /** A folder that only its owner may enter; an existing one stays as it is. */
    public static void createPrivate(Path folder) {
        try {
            Files.createDirectories(folder.getParent());
            if (!Files.isDirectory(folder)) {
                Files.createDirectory(folder, OWNER_ONLY);
            }
        } catch (IOException e) {
            throw BackendFailure.at(folder, e);
        }
    }

    /** Deletes the folder with all it holds, if it is there; files that vanish meanwhile are no trouble. */
    public static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException cause) throws IOException {
                    if (cause instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw cause;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException cause)
                        throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw BackendFailure.at(folder, e);
        }
    }
}
