package dev.hotstate.driver;

import dev.hotstate.kit.testing.lua.ScriptLint;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DriverScriptLintTest {

    @Test
    void every_script_keeps_the_rules() {
        ScriptLint.of(Path.of("src/main/resources/lua")).assertClean();
    }
}
