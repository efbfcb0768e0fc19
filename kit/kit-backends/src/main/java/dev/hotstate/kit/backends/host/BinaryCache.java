package dev.hotstate.kit.backends.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Server programs unpacked from their artifacts, once per user and version.
 *
 * <p>A folder appears under its final name only when it is complete; a file lock lets a second JVM wait for the first
 * instead of unpacking the same again.
 */
public final class BinaryCache {

    @FunctionalInterface
    public interface Unpacker {
        void into(Path folder) throws IOException;
    }

    private BinaryCache() {}

    public static Path folder(String name, Unpacker unpacker) {
        return folder(root(), name, unpacker);
    }

    static Path folder(Path root, String name, Unpacker unpacker) {
        var target = root.resolve(name);
        return Files.isDirectory(target)
                ? target
                : Exclusive.on(root.resolve(name + ".lock"), () -> unpackUnlessThere(target, unpacker));
    }

    private static Path unpackUnlessThere(Path target, Unpacker unpacker) {
        if (Files.isDirectory(target)) {
            return target;
        }
        try {
            var part = Files.createTempDirectory(target.getParent(), target.getFileName() + ".part");
            try {
                unpacker.into(part);
                Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rwxr-xr-x"));
                return Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Folders.delete(part);
            }
        } catch (IOException e) {
            throw BackendFailure.at(target, e);
        }
    }

    private static Path root() {
        return Optional.ofNullable(System.getenv("HOTSTATE_CACHE"))
                .or(() -> Optional.ofNullable(System.getenv("XDG_CACHE_HOME")).map(cache -> cache + "/hotstate"))
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "hotstate"));
    }
}
