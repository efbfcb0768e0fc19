package dev.hotstate.kit.testing.requires;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Preconditions of tests: skipped with a reason on a workstation, a failure in CI. */
public final class Requires {

    private static final String CHROMIUM_VARIABLE = "HOTSTATE_CHROMIUM";

    private Requires() {}

    /** The Chromium executable to drive. */
    public static Path chromium() {
        var named = Optional.ofNullable(System.getenv(CHROMIUM_VARIABLE)).map(Path::of);
        return present(
                named.filter(Files::isExecutable).or(() -> named.isPresent() ? Optional.empty() : onPath("chromium")),
                "Chromium for browser tests: install Debian's package `chromium`, or set " + CHROMIUM_VARIABLE
                        + " to an executable");
    }

    /** An executable found on the PATH. */
    public static Path command(String name, String packageHint) {
        return present(onPath(name), "`" + name + "` on the PATH: " + packageHint);
    }

    public static <T> T present(Optional<T> found, String what) {
        return present(found, what, isCi(System.getenv("CI")));
    }

    static <T> T present(Optional<T> found, String what, boolean ci) {
        if (found.isPresent()) {
            return found.get();
        }
        var message = "This test needs " + what;
        if (ci) {
            throw new AssertionFailedError(message + " (CI runs every test)");
        }
        throw new TestAbortedException(message);
    }

    static boolean isCi(@Nullable String variable) {
        return "true".equalsIgnoreCase(variable) || "1".equals(variable);
    }

    private static Optional<Path> onPath(String name) {
        var path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin");
        return Arrays.stream(path.split(":"))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
