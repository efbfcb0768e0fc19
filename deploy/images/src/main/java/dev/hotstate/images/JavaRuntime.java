package dev.hotstate.images;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The JDK that runs this, cut down to the modules that the services use. */
record JavaRuntime(Path folder) {

    /** From here on the JVM records a start and replays it. */
    private static final int FEATURE_MIN = 25;

    private static final List<String> MODULES = List.of(
            "java.desktop",
            "java.instrument",
            "java.logging",
            "java.management",
            "java.naming",
            "java.net.http",
            "java.rmi",
            "java.security.jgss",
            "java.security.sasl",
            "java.sql",
            "java.transaction.xa",
            "java.xml",
            "jdk.charsets",
            "jdk.crypto.ec",
            "jdk.jfr",
            "jdk.management",
            "jdk.naming.dns",
            "jdk.net",
            "jdk.unsupported",
            "jdk.zipfs");

    static JavaRuntime in(Workshop workshop) {
        if (Runtime.version().feature() < FEATURE_MIN) {
            throw new ImageFailure("Images need JDK " + FEATURE_MIN + " or newer, and this is "
                    + Runtime.version().feature() + "; set JAVA_HOME");
        }
        var folder = workshop.folder().resolve("java-" + Runtime.version());
        if (!Files.exists(folder.resolve("release"))) {
            Workshop.delete(folder);
            Workshop.run(
                    workshop.folder(),
                    List.of(
                            Path.of(System.getProperty("java.home"), "bin", "jlink")
                                    .toString(),
                            "--add-modules",
                            String.join(",", MODULES),
                            "--no-header-files",
                            "--no-man-pages",
                            "--compress",
                            "zip-6",
                            "--output",
                            folder.toString()));
            Workshop.settle(folder);
        }
        return new JavaRuntime(folder);
    }

    Path program() {
        return folder.resolve("bin/java");
    }

    /** Such as Eclipse Adoptium; as its release file says. */
    String vendor() {
        try (var lines = Files.lines(folder.resolve("release"))) {
            return lines.filter(line -> line.startsWith("IMPLEMENTOR="))
                    .map(line -> line.split("\"")[1])
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
