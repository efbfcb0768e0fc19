package dev.hotstate.bench.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenchBackendsTest {

    @Test
    void redis_is_named_with_its_allocator() {
        assertThat(BenchBackends.redisVersion()).matches("\\d+\\.\\d+\\.\\d+ \\((jemalloc-[0-9.]+|libc)\\)");
    }
}
