package dev.hotstate.kit.backends.process;

import static java.time.Duration.ofSeconds;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A JVM beside the one of the test, for programs that shall be killed; it never outlives the test. */
public final class OtherJvm {

    private OtherJvm() {}

    public static ChildProcess start(String name, Path folder, Class<?> program, String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        words.addAll(List.of(arguments));
        return ChildProcess.start(ChildCommand.of(name, folder, words));
    }

    /** The first number that the program prints alone on a line. */
    public static long awaitNumber(ChildProcess program) {
        return await().atMost(ofSeconds(60))
                .until(
                        () -> {
                            if (!program.isAlive()) {
                                throw program.unexpectedEnd();
                            }
                            return program.logTail(5).stream()
                                    .filter(line -> line.matches("\\d{1,18}"))
                                    .map(Long::valueOf)
                                    .findFirst();
                        },
                        Optional::isPresent)
                .orElseThrow();
    }
}
