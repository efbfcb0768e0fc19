package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.host.Programs;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.testing.process.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One run of {@code ./hotstate}, with everything it says. */
record ScriptRun(ChildProcess process) implements AutoCloseable {

    /** For a build of everything, beside another one. */
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    /** For processes to be gone, whose end has begun: hundredths of a second on a machine that is not crowded. */
    static final Duration SOON = Duration.ofSeconds(10);

    /** For what is a matter of moments on a machine that is not crowded. */
    static final Duration MOMENTS = Duration.ofSeconds(60);

    String output() {
        try {
            return Files.readString(process.log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where an error stands. */
    String lastLine() {
        return output().lines().reduce("", (earlier, later) -> later);
    }

    /** Waits for words in the output; fails at once if the run ends without them. */
    ScriptRun awaitWords(String words) {
        await(words)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .failFast(() -> assertThat(hasEndedWithout(words))
                        .as("ended without saying '%s':%n%s", words, output())
                        .isFalse())
                .until(() -> output().contains(words));
        return this;
    }

    /** Waits for the end. */
    int exitCode() {
        return process.onExit()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** It and everything that it has started. */
    ProcessTree tree() {
        return ProcessTree.of(ProcessHandle.of(process.pid()).orElseThrow());
    }

    /** What Ctrl-C in a terminal does: the signal reaches the whole process group. */
    void pressCtrlC() {
        Programs.run(List.of("/bin/sh", "-c", "kill -INT -" + process.pid()), Map.of());
    }

    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.stop();
    }

    private boolean hasEndedWithout(String words) {
        return !process.isAlive() && !output().contains(words);
    }
}
