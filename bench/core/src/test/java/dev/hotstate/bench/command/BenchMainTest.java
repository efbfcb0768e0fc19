package dev.hotstate.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BenchMainTest {

    private static final Path SCRIPT = Path.of("../../hotstate");

    @Test
    void the_script_knows_every_name() throws IOException {
        var names = BenchMain.names();

        assertThat(Files.readAllLines(SCRIPT))
                .contains("benches=\"" + String.join(" ", names) + "\"")
                .anyMatch(line -> line.startsWith("#") && line.endsWith("Names: " + String.join(", ", names)));
    }
}
