package dev.hotstate.kit.testing.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyScanIT {

    private static final String SECRET = "+43 660 1234567";

    @RegisterExtension
    static final RedisClusterExtension redis = RedisClusterHarness.plan().shared();

    @Test
    void every_master_is_looked_at(RedisClusterHarness cluster) {
        IntStream.range(0, 300).forEach(i -> write(cluster, "test:probe:x:" + i, "SET", "v"));

        var findings = KeyScan.strict().findings(cluster.admin());

        assertThat(findings)
                .hasSize(300)
                .allSatisfy(finding ->
                        assertThat(finding.problem()).isEqualTo("has no TTL and is none of the permanent keys"));
    }

    @Test
    void a_key_with_a_ttl_or_named_permanent_is_fine(RedisClusterHarness cluster) {
        write(cluster, "test:probe:x:1", "SET", "v", "PX", "60000");
        write(cluster, "test:probe:queue:{p07}", "SET", "v");

        KeyScan.strict().permanent(key -> key.startsWith("test:probe:queue:")).assertClean(cluster.admin());
    }

    @Test
    void a_key_may_stay_only_as_long_as_its_condition_is_met(RedisClusterHarness cluster) {
        write(cluster, "test:probe:job:{p07}a", "SET", "open");
        write(cluster, "test:probe:job:{p07}b", "SET", "ended");

        var findings = KeyScan.strict()
                .permanentWhile((key, master) -> master.text("GET", key).equals("open"))
                .findings(cluster.admin());

        assertThat(findings).extracting(KeyFinding::key).containsExactly("test:probe:job:{p07}b");
    }

    @Test
    void a_scan_that_misses_what_it_should_meet_says_so(RedisClusterHarness cluster) {
        write(cluster, "test:probe:x:1", "SET", "v", "PX", "60000");

        var findings = KeyScan.strict().below("test:probe:").meeting("x", "y").findings(cluster.admin());

        assertThat(findings).extracting(KeyFinding::key).containsExactly("test:probe:y");
    }

    @Test
    void a_key_outside_of_the_grammar_is_listed(RedisClusterHarness cluster) {
        write(cluster, "counter", "SET", "v", "PX", "60000");

        assertThatThrownBy(() -> KeyScan.strict().assertClean(cluster.admin()))
                .isInstanceOf(AssertionError.class)
                .hasMessage("1 findings in Redis:\n  counter is not {env}:{app}:{entity}:{id}[:suffix]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET;+43 660 1234567",
                "HSET;f;+43 660 1234567",
                "HSET;+43 660 1234567;v",
                "SADD;+43 660 1234567",
                "ZADD;1;+43 660 1234567",
                "RPUSH;+43 660 1234567",
                "XADD;*;phone;tel:+43 660 1234567"
            })
    void personal_data_is_found_in_values_of_every_type(String command, RedisClusterHarness cluster) {
        var key = "test:probe:x:1";
        var words = command.split(";");
        write(cluster, key, words[0], Arrays.copyOfRange(words, 1, words.length));
        write(cluster, key, "PEXPIRE", "60000");

        assertThat(KeyScan.strict().secret("a phone number", SECRET).findings(cluster.admin()))
                .containsExactly(new KeyFinding(key, "has a value that contains a phone number"));
    }

    @Test
    void personal_data_is_found_in_keys(RedisClusterHarness cluster) {
        write(cluster, "test:probe:x:ada@example.org", "SET", "v", "PX", "60000");

        assertThat(KeyScan.strict().secret("an address", "ada@example.org").findings(cluster.admin()))
                .containsExactly(new KeyFinding("test:probe:x:ada@example.org", "contains an address"));
    }

    @Test
    void a_scan_may_be_limited_to_one_service(RedisClusterHarness cluster) {
        write(cluster, "test:other:x:1", "SET", "v");
        write(cluster, "test:probe:x:1", "SET", "v");

        assertThat(KeyScan.strict().below("test:probe:").findings(cluster.admin()))
                .extracting(KeyFinding::key)
                .containsExactly("test:probe:x:1");
    }

    private static void write(RedisClusterHarness cluster, String key, String command, String... more) {
        var words = new ArrayList<>(List.of(command, key));
        words.addAll(List.of(more));
        cluster.masterOf(key).call(words.toArray(String[]::new));
    }
}
