package dev.hotstate.monitor;

import dev.hotstate.kit.testing.lua.ScriptLint;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MonitorScriptLintTest {

    @Test
    void scripts_keep_the_rules() {
        ScriptLint.of(Path.of("src/main/resources/lua")).assertClean();
    }
}
