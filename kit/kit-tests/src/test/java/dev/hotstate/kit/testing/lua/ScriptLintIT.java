package dev.hotstate.kit.testing.lua;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ScriptLintIT {

    @RegisterExtension
    static final RedisClusterExtension redis = RedisClusterHarness.plan().shared();

    @Test
    void scripts_compile_with_their_includes(RedisClusterHarness cluster) {
        try (var node = cluster.nodes().getFirst().connect()) {
            ScriptLint.of(Path.of("../kit-testing/src/test/resources/lua/clean"))
                    .assertCompiles(node);
        }
    }

    @Test
    void what_is_not_lua_is_named(RedisClusterHarness cluster, @TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("broken.lua"), "if then");

        try (var node = cluster.nodes().getFirst().connect()) {
            assertThatThrownBy(() -> ScriptLint.of(folder).assertCompiles(node))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("broken.lua: ERR Error compiling script")
                    .hasMessageContaining("unexpected symbol near 'then'");
        }
    }
}
