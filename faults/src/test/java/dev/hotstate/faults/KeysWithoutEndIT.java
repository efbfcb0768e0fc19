package dev.hotstate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A key that stays for ever is found, wherever it is. */
@Tag("faults")
class KeysWithoutEndIT {

    @RegisterExtension
    static final RedisClusterExtension redis = RedisClusterHarness.plan().perClass();

    private RedisClusterHarness cluster;
    private KeysWithoutEnd keys;

    @BeforeEach
    void open(RedisClusterHarness started) throws IOException {
        cluster = started;
        keys = new KeysWithoutEnd(started, Duration.ofMillis(300));
    }

    @AfterEach
    void empty() {
        cluster.flushAll();
    }

    @Test
    void what_the_list_calls_permanent_may_stay() {
        call("ZADD", key("driver:cells:3"), "1", "cell");
        call("SET", key("metrics:requests:endpoint:GET /x"), "1");
        call("SET", key("driver:radius:{881f}"), "3", "EX", "60");

        assertThat(keys.found()).isEmpty();
    }

    @Test
    void what_the_list_says_is_the_same_as_above_may_not() {
        call("ZADD", key("driver:online:{851f}"), "1", "driver");

        assertThat(keys.found())
                .singleElement()
                .asString()
                .contains(key("driver:online:{851f}"))
                .contains("no TTL");
    }

    @Test
    void what_is_permanent_in_one_service_is_not_in_another() {
        call("SET", key("monitor:built:{b12}"), "1");

        assertThat(keys.found()).hasSize(1);
    }

    @Test
    void the_keys_of_a_job_may_stay_until_it_ends() {
        call("HSET", key("dag:job:{d07}job-1"), "status", "RUNNING");
        call("HSET", key("dag:edges:{d07}job-1"), "b", "a");
        call("SET", key("dag:task:{d07}job-1.a:status"), "RUNNING");
        assertThat(keys.found()).isEmpty();

        call("HSET", key("dag:job:{d07}job-1"), "status", "COMPLETED");
        call("EXPIRE", key("dag:job:{d07}job-1"), "60");
        assertThat(keys.found())
                .hasSize(2)
                .allSatisfy(found -> assertThat(found).contains("{d07}job-1"));
    }

    @Test
    void what_is_left_of_a_job_that_is_gone_may_not() {
        call("HSET", key("dag:state:{d07}job-2"), "a", "C");

        assertThat(keys.found()).hasSize(1);
    }

    private String key(String afterEnv) {
        return cluster.env() + ":" + afterEnv;
    }

    private void call(String command, String key, String... arguments) {
        var words = new String[arguments.length + 2];
        words[0] = command;
        words[1] = key;
        System.arraycopy(arguments, 0, words, 2, arguments.length);
        try (var node = cluster.masterOf(key).connect()) {
            node.call(words);
        }
    }
}
