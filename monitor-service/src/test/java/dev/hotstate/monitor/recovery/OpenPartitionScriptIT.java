package dev.hotstate.monitor.recovery;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.ownership.OwnershipKeys;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.monitor.platform.MonitorRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code open_partition.lua}, word by word. */
class OpenPartitionScriptIT {

    @RegisterExtension
    static final RedisClusterExtension cluster = MonitorRedis.plan().shared().scanning(MonitorRedis.scan());

    private MonitorRedis redis;
    private RecoveryStore store;
    private Partition partition;
    private RedisKey owner;

    @BeforeEach
    void open(RedisClusterHarness harness) {
        redis = new MonitorRedis(harness);
        var ownership = new OwnershipKeys(new KeySpace(harness.env(), "monitor"));
        store = new RecoveryStore(redis.router, redis.scripts, redis.keys, ownership, redis.clock);
        partition = redis.partitions.at(7);
        owner = ownership.owner(partition);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void a_partition_is_opened_under_the_lease_under_which_it_was_built() {
        lease("41");
        assertThat(look().built()).isFalse();
        assertThat(opened(41)).isEqualTo(OpenOutcome.OPENED);
        assertThat(look().built()).isTrue();
        assertThat(opened(41)).isEqualTo(OpenOutcome.OPENED);
    }

    @Test
    void what_was_built_under_a_lease_that_has_ended_is_not_opened() {
        assertThat(opened(41)).isEqualTo(OpenOutcome.STALE);
        lease("42");
        assertThat(opened(41)).isEqualTo(OpenOutcome.STALE);
        assertThat(look().built()).isFalse();
    }

    @Test
    void what_was_begun_in_another_process_of_redis_is_not_opened() {
        lease("41");
        var outcome = store.open(partition, 41, "another process").await().atMost(ofSeconds(15));
        assertThat(outcome).isEqualTo(OpenOutcome.ANOTHER);
        assertThat(look().built()).isFalse();
    }

    @Test
    void what_another_process_opened_counts_as_unbuilt() {
        lease("41");
        redis.send(Command.of("SET").key(redis.keys.epoch(partition)).arg("1763640000000"));
        assertThat(look().built()).isFalse();
        assertThat(opened(41)).isEqualTo(OpenOutcome.OPENED);
        assertThat(look().built()).isTrue();
    }

    private void lease(String fence) {
        redis.send(Command.of("HSET")
                .key(owner)
                .arg("instance")
                .arg("a")
                .arg("fence")
                .arg(fence));
        redis.send(Command.of("PEXPIRE").key(owner).arg(60_000));
    }

    private OpenOutcome opened(long fence) {
        return store.open(partition, fence, look().process()).await().atMost(ofSeconds(15));
    }

    private RecoveryStore.Look look() {
        return store.look(partition).await().atMost(ofSeconds(15));
    }
}
