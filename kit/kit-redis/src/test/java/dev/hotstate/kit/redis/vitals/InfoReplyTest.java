package dev.hotstate.kit.redis.vitals;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InfoReplyTest {

    @Test
    void lines_with_a_colon_are_fields() {
        var info = InfoReply.of("# Memory\r\nused_memory:1024\r\nmaxmemory_policy:noeviction\r\n\r\nrole:master\r\n");
        assertThat(info.number("used_memory")).isEqualTo(1024);
        assertThat(info.text("maxmemory_policy")).isEqualTo("noeviction");
        assertThat(info.text("role")).isEqualTo("master");
    }

    @Test
    void what_is_missing_or_no_number_is_unknown() {
        var info = InfoReply.of("used_memory:much");
        assertThat(info.number("used_memory")).isNull();
        assertThat(info.number("maxmemory")).isNull();
        assertThat(info.text("maxmemory")).isNull();
    }
}
