package dev.hotstate.metrics;

import dev.hotstate.kit.testing.lua.ScriptLint;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MetricsScriptLintTest {

    @Test
    void all_scripts_keep_the_rules() {
        ScriptLint.of(Path.of("src/main/resources/lua")).assertClean();
    }
}
