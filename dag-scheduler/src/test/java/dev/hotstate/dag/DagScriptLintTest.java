package dev.hotstate.dag;

import dev.hotstate.kit.testing.lua.ScriptLint;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DagScriptLintTest {

    @Test
    void every_script_keeps_the_rules() {
        ScriptLint.of(Path.of("src/main/resources/lua")).assertClean();
    }
}
