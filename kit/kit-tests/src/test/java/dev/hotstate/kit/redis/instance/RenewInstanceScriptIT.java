package dev.hotstate.kit.redis.instance;

import static dev.hotstate.kit.redis.instance.RenewOutcome.JOINED;
import static dev.hotstate.kit.redis.instance.RenewOutcome.RENEWED;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.ProbeService;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RenewInstanceScriptIT {

    private static final Duration LIFETIME = ofSeconds(30);

    @RegisterExtension
    static final RedisClusterExtension redis = ProbeService.plan().shared();

    private ProbeService service;
    private RedisKey live;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        service = new ProbeService(cluster);
        live = service.keys.key("instances", "live");
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void a_new_instance_has_joined() {
        var reply = renew("a", LIFETIME, 10);
        assertThat(reply.status()).isEqualTo(JOINED);
        assertThat(reply.integer(0)).isOne();
        assertThat(reply.textsFrom(1)).containsExactly("a");
    }

    @Test
    void a_known_instance_is_renewed() {
        renew("a", LIFETIME, 10);
        double before = score("a");
        var reply = renew("a", LIFETIME.plusSeconds(1), 10);
        assertThat(reply.status()).isEqualTo(RENEWED);
        assertThat(reply.integer(0)).isOne();
        assertThat(score("a")).isGreaterThan(before);
    }

    @Test
    void repeating_changes_nothing_but_the_expiry() {
        renew("a", LIFETIME, 10);
        for (int repeat = 0; repeat < 3; repeat++) {
            var reply = renew("a", LIFETIME, 10);
            assertThat(reply.status()).isEqualTo(RENEWED);
            assertThat(reply.textsFrom(0)).containsExactly("1", "a");
        }
    }

    @Test
    void lapsed_instances_are_forgotten() {
        service.send(Command.of("ZADD").key(live).arg(1).arg("lapsed"));
        var reply = renew("a", LIFETIME, 10);
        assertThat(reply.integer(0)).isOne();
        assertThat(reply.textsFrom(1)).containsExactly("a");
    }

    @Test
    void an_instance_that_lapsed_joins_again() {
        service.send(Command.of("ZADD").key(live).arg(1).arg("a"));
        assertThat(renew("a", LIFETIME, 10).status()).isEqualTo(JOINED);
    }

    @Test
    void the_count_is_whole_where_the_list_is_bounded() {
        renew("b", LIFETIME.plusSeconds(1), 10);
        renew("c", LIFETIME.plusSeconds(2), 10);
        var reply = renew("a", LIFETIME, 2);
        assertThat(reply.integer(0)).isEqualTo(3);
        assertThat(reply.textsFrom(1)).containsExactly("a", "b");
    }

    @Test
    void the_key_lapses_with_the_last_of_them() {
        renew("a", LIFETIME, 10);
        assertThat(ttl()).isBetween(LIFETIME.minusSeconds(5).toMillis(), LIFETIME.toMillis());
        renew("b", LIFETIME.dividedBy(10), 10);
        assertThat(ttl()).isGreaterThan(LIFETIME.dividedBy(2).toMillis());
    }

    private ScriptReply<RenewOutcome> renew(String instance, Duration lifetime, int idsMax) {
        return service.scripts
                .run(InstanceRegistry.RENEW_INSTANCE, live)
                .args(instance, lifetime.toMillis(), idsMax)
                .await()
                .atMost(ofSeconds(20));
    }

    private double score(String instance) {
        var withScores =
                service.send(Command.of("ZRANGE").key(live).arg(0).arg(9).arg("WITHSCORES"));
        for (int i = 0; i < withScores.size(); i += 2) {
            if (withScores.get(i).text().equals(instance)) {
                return Double.parseDouble(withScores.get(i + 1).text());
            }
        }
        throw new AssertionError(instance + " is not live");
    }

    private long ttl() {
        return service.send(Command.of("PTTL").key(live)).integer();
    }
}
