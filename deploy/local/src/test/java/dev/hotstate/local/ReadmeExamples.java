package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** What the README tells a newcomer to type, in the order in which it stands there. */
final class ReadmeExamples {

    static final Path README = Path.of("../../README.md");

    private static final Pattern SHELL_BLOCK = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LOCAL_PORT = Pattern.compile("(?<=localhost:)\\d+");

    private ReadmeExamples() {}

    static List<String> all() throws IOException {
        return SHELL_BLOCK
                .matcher(Files.readString(README))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** Those that take a running system: the first two are {@code ./hotstate up} and {@code ./hotstate test}. */
    static List<String> ofRunningSystem() throws IOException {
        var all = all();
        return all.subList(2, all.size());
    }

    /** On the ports of that system. */
    static void run(String example, Checkout checkout, Path folder) throws IOException {
        int offset = Integer.parseInt(checkout.environment().get("HOTSTATE_PORT_OFFSET"));
        var script = LOCAL_PORT
                .matcher(example)
                .replaceAll(port -> Integer.toString(Integer.parseInt(port.group()) + offset));
        var log = Files.createTempFile(folder, "example", ".txt");
        try (var shell = ChildProcess.start(ChildCommand.of("example", folder, List.of("/bin/sh", "-euc", script))
                .log(log))) {
            int exitCode = shell.onExit().orTimeout(3, TimeUnit.MINUTES).join();
            assertThat(exitCode)
                    .as("%s%nanswered:%n%s", script, Files.readString(log))
                    .isZero();
        }
    }
}
