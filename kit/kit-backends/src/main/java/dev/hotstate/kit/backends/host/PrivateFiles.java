package dev.hotstate.kit.backends.host;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import java.util.stream.Collectors;

/** Files that hold passwords: readable by their owner alone, replaced in one step, never half written. */
public final class PrivateFiles {

    private static final String OWNER_ONLY = "rw-------";

    private PrivateFiles() {}

    public static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            var part = Files.createTempFile(
                    file.getParent(),
                    file.getFileName().toString(),
                    ".part",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
            try {
                Files.writeString(part, text);
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw BackendFailure.at(file, e);
        }
    }

    public static void write(Path file, Properties properties) {
        var text = new StringWriter();
        try {
            properties.store(text, null);
        } catch (IOException e) {
            throw BackendFailure.at(file, e);
        }
        write(file, sortedWithoutDate(text.toString()));
    }

    public static Properties read(Path file) {
        var properties = new Properties();
        try {
            properties.load(new StringReader(Files.readString(file)));
        } catch (IOException e) {
            throw BackendFailure.at(file, e);
        }
        return properties;
    }

    private static String sortedWithoutDate(String stored) {
        return stored.lines()
                .filter(line -> !line.startsWith("#"))
                .sorted()
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
