package dev.hotstate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;

/** Programs that tests run and that have to succeed. */
public final class Programs {

    private static final int SECONDS_MAX = 300;

    private Programs() {}

    /** What it printed; fails with that if it ends with another code than 0. */
    public static String run(String... command) throws IOException, InterruptedException {
        var output = Files.createTempFile("program", ".out");
        var errors = Files.createTempFile("program", ".err");
        try {
            var process = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS))
                    .as("%s ends in time", String.join(" ", command))
                    .isTrue();
            var printed = Files.readString(output);
            assertThat(process.exitValue())
                    .as("%s:%n%s%s", String.join(" ", command), printed, Files.readString(errors))
                    .isZero();
            return printed;
        } finally {
            Files.delete(output);
            Files.delete(errors);
        }
    }
}
