package dev.hotstate.kit.backends.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.backends.host.Programs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RedisBinaryTest {

    @Test
    void the_embedded_server_runs_on_this_platform() {
        var binary = RedisBinary.embedded();

        var result = Programs.run(List.of(binary.program().toString(), "--version"), Map.of());

        assertThat(result.output()).contains("v=" + binary.version());
    }

    @Test
    void whatever_is_found_is_at_least_version_7() {
        assertThat(Integer.parseInt(RedisBinary.find().version().split("\\.")[0]))
                .isGreaterThanOrEqualTo(7);
    }
}
