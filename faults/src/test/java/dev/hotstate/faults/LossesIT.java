package dev.hotstate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis excuses what its nodes tell of, and nothing else. */
@Tag("faults")
class LossesIT {

    private static final String KEY = "test:probe:counter:a";

    @RegisterExtension
    static final RedisClusterExtension redis =
            RedisClusterHarness.plan().nodeTimeout(World.NODE_TIMEOUT).perClass();

    private Losses losses;
    private Instant begin;

    @BeforeEach
    void watch(RedisClusterHarness cluster) {
        losses = new Losses(cluster);
        losses.expectNone();
        begin = Instant.now();
    }

    @AfterEach
    void close() {
        losses.close();
    }

    @Test
    void where_nobody_took_over_nothing_may_be_lost() {
        losses.look();

        assertThat(losses.mayHold(KEY, at(Instant.now()))).isFalse();
        assertThat(losses.mayHold(at(Instant.now()))).isFalse();
        assertThat(losses.violations()).isEmpty();
    }

    @Test
    void a_replica_that_was_meant_to_take_over_excuses_the_moments_before_on_its_shard(RedisClusterHarness cluster) {
        var other = keyElsewhere(cluster);
        losses.mean(cluster.killAndAwaitPromotion(cluster.masterOf(KEY)));
        losses.look();
        var won = cluster.promotionsSince(begin).getFirst().won();

        assertThat(losses.violations()).isEmpty();
        assertThat(losses.mayHold(KEY, at(won.minusMillis(1)))).isTrue();
        assertThat(losses.mayHold(at(won.minusMillis(1)))).isTrue();
        assertThat(losses.mayHold(other, at(won.minusMillis(1)))).isFalse();
        assertThat(losses.mayHold(KEY, at(won.plusMillis(1)))).isFalse();
        assertThat(losses.mayHold(KEY, at(won.minus(Losses.REACH).minusMillis(1))))
                .isFalse();
    }

    /** It stands for whatever keeps a master from answering; a machine that does so at the same time is an excuse, and is measured. */
    @Test
    void one_that_was_not_meant_to_is_a_violation_unless_the_machine_stood_still(RedisClusterHarness cluster) {
        var master = cluster.masterOf(KEY);
        var successor = cluster.pauseAndAwaitPromotion(master);
        master.resume();
        losses.look();

        var unmeant = losses.unmeant();

        assertThat(unmeant)
                .singleElement()
                .satisfies(one -> assertThat(one.promotion().node()).isSameAs(successor));
        assertThat(losses.violations()).hasSize(unmeant.getFirst().isExcused() ? 0 : 1);
    }

    @Test
    void what_there_was_before_all_was_emptied_may_be_gone() {
        losses.noteEmptied();

        assertThat(losses.mayHold(KEY, at(begin))).isTrue();
        assertThat(losses.mayHold(KEY, at(Instant.now().plusMillis(1)))).isFalse();
    }

    private static Span at(Instant moment) {
        return new Span(moment, moment);
    }

    private static String keyElsewhere(RedisClusterHarness cluster) {
        for (char id = 'b'; ; id++) {
            var key = "test:probe:counter:" + id;
            if (cluster.masterOf(key) != cluster.masterOf(KEY)) {
                return key;
            }
        }
    }
}
