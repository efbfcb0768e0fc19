package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.RedisUnavailable.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectTest {

    private static final NodeAddress FROM = new NodeAddress("10.0.0.1", 6379);

    @Test
    void moved_and_ask_name_the_next_node() {
        assertThat(of("MOVED 3999 10.0.0.2:6381")).isEqualTo(new Redirect.Moved(new NodeAddress("10.0.0.2", 6381)));
        assertThat(of("ASK 3999 fe80::1:6381")).isEqualTo(new Redirect.Ask(new NodeAddress("fe80::1", 6381)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"MOVED 1 :7000", "MOVED 1 ?:7000"})
    void a_node_that_does_not_know_its_host_means_the_one_that_was_asked(String error) {
        assertThat(of(error)).isEqualTo(new Redirect.Moved(new NodeAddress("10.0.0.1", 7000)));
    }

    @Test
    void patience_is_asked_for_in_five_ways() {
        assertThat(of("TRYAGAIN Multiple keys request during rehashing of slot"))
                .isEqualTo(new Redirect.Later(Reason.SLOT_MOVING, false));
        assertThat(of("LOADING Redis is loading the dataset in memory"))
                .isEqualTo(new Redirect.Later(Reason.NOT_READY, false));
        assertThat(of("CLUSTERDOWN The cluster is down")).isEqualTo(new Redirect.Later(Reason.NOT_READY, true));
        assertThat(of("MASTERDOWN Link with MASTER is down")).isEqualTo(new Redirect.Later(Reason.NOT_READY, true));
        assertThat(of("READONLY You can't write against a read only replica."))
                .isEqualTo(new Redirect.Later(Reason.NOT_READY, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WRONGTYPE x",
                "NOSCRIPT x",
                "NOPERM x",
                "OOM x",
                "BUSY x",
                "ERR MOVED 1 h:1",
                "ERR",
                "MOVED",
                "ASK 1 nowhere",
                "MOVED 1 h:x"
            })
    void other_errors_are_the_callers(String error) {
        assertThat(of(error)).isEqualTo(Redirect.NONE);
    }

    @Test
    void an_error_out_of_the_middle_of_a_script_is_never_repeated() {
        assertThat(of("READONLY You can't write. script: 8f4a30, on @user_script:2."))
                .isEqualTo(Redirect.NONE);
    }

    private static Redirect of(String error) {
        return Redirect.of(new RedisRefused(error), FROM);
    }
}
