package dev.hotstate.kit.backends.redis;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.BinaryCache;
import dev.hotstate.kit.backends.host.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The redis-server program: the one that {@code HOTSTATE_REDIS_SERVER} names ({@code embedded} forces the artifact), else one
 * of at least version 7 on the PATH, else the one of the artifact.
 */
public record RedisBinary(Path program, String version) {

    private static final String VARIABLE = "HOTSTATE_REDIS_SERVER";
    private static final String EMBEDDED_VERSION = "7.0.15";
    private static final int MAJOR_MIN = 7;
    private static final Pattern VERSION = Pattern.compile("v=((\\d+)\\.\\d+\\.\\d+)");

    public static RedisBinary find() {
        var wanted = Optional.ofNullable(System.getenv(VARIABLE)).orElse("");
        if (wanted.equals("embedded")) {
            return embedded();
        }
        if (!wanted.isBlank()) {
            return of(Path.of(wanted))
                    .orElseThrow(() -> new BackendFailure(
                            VARIABLE + "=" + wanted + " is no redis-server of version " + MAJOR_MIN + " or newer"));
        }
        return Programs.onPath("redis-server").flatMap(RedisBinary::of).orElseGet(RedisBinary::embedded);
    }

    /** The server of the artifact, unpacked once per user. */
    public static RedisBinary embedded() {
        var resource = "redis-server-" + EMBEDDED_VERSION + "-" + platform();
        var folder = BinaryCache.folder("redis-" + EMBEDDED_VERSION + "-" + platform(), part -> unpack(resource, part));
        return new RedisBinary(folder.resolve("redis-server"), EMBEDDED_VERSION);
    }

    private static Optional<RedisBinary> of(Path program) {
        if (!Files.isExecutable(program)) {
            return Optional.empty();
        }
        var version = VERSION.matcher(
                Programs.run(List.of(program.toString(), "--version"), Map.of()).output());
        return version.find() && Integer.parseInt(version.group(2)) >= MAJOR_MIN
                ? Optional.of(new RedisBinary(program, version.group(1)))
                : Optional.empty();
    }

    private static void unpack(String resource, Path folder) throws IOException {
        try (var in = RedisBinary.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new BackendFailure("There is no embedded Redis for this platform (" + resource
                        + "): install redis-server >= 7 or name one in " + VARIABLE);
            }
            var program = folder.resolve("redis-server");
            Files.copy(in, program);
            if (!program.toFile().setExecutable(true)) {
                throw new IOException("cannot make " + program + " executable");
            }
        }
    }

    private static String platform() {
        var os = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
        return os + "-"
                + System.getProperty("os.arch").replace("x86_64", "amd64").replace("aarch64", "arm64");
    }
}
