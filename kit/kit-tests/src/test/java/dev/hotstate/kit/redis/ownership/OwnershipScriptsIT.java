package dev.hotstate.kit.redis.ownership;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.ProbeService;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code own_partition.lua} and {@code release_partition.lua}, word by word. */
class OwnershipScriptsIT {

    private static final long LEASE_MS = 60_000;

    /** No stall of a crowded machine lasts so long. */
    private static final long STALL_MS = 20_000;

    @RegisterExtension
    static final RedisClusterExtension redis = ProbeService.plan().shared();

    private ProbeService service;
    private RedisKey owner;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        service = new ProbeService(cluster);
        owner = new OwnershipKeys(service.keys).owner(Partitions.lettered('x').at(7));
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void a_free_partition_is_gained_for_the_time_of_a_lease() {
        var reply = own("a", 0);
        assertThat(reply.status()).isEqualTo(OwnOutcome.GAINED);
        assertThat(reply.integer(0)).isPositive();
        assertThat(reply.text(1)).isEmpty();
        assertThat(ttl()).isBetween(LEASE_MS - STALL_MS, LEASE_MS);
    }

    @Test
    void its_owner_keeps_it_and_renews_the_lease() {
        long fence = own("a", 0).integer(0);
        service.send(Command.of("PEXPIRE").key(owner).arg(LEASE_MS / 2));
        assertThat(own("a", fence).status()).isEqualTo(OwnOutcome.KEPT);
        assertThat(ttl()).isGreaterThan(LEASE_MS - STALL_MS);
    }

    @Test
    void it_is_taken_for_everybody_else() {
        own("a", 0);
        var reply = own("b", 0);
        assertThat(reply.status()).isEqualTo(OwnOutcome.TAKEN);
        assertThat(reply.text(0)).isEqualTo("a");
    }

    @Test
    void whoever_did_not_hear_of_its_gain_gains_again_under_a_larger_fence() {
        long lost = own("a", 0).integer(0);
        var again = own("a", 0);
        assertThat(again.status()).isEqualTo(OwnOutcome.GAINED);
        assertThat(again.integer(0)).isGreaterThan(lost);
        assertThat(again.text(1)).isEqualTo(Long.toString(lost));
    }

    @Test
    void a_vanished_lease_is_gained_under_a_larger_fence_even_if_the_clock_is_behind() {
        long ahead = own("a", 0).integer(0) + 3_600_000_000L;
        service.send(Command.of("DEL").key(owner));
        var again = own("a", ahead);
        assertThat(again.status()).isEqualTo(OwnOutcome.GAINED);
        assertThat(again.integer(0)).isEqualTo(ahead + 1);
    }

    @Test
    void a_released_partition_is_free_at_once() {
        long fence = own("a", 0).integer(0);
        assertThat(release("a", fence).status()).isEqualTo(ReleaseOutcome.RELEASED);
        assertThat(own("b", 0).status()).isEqualTo(OwnOutcome.GAINED);
    }

    @Test
    void only_the_present_lease_of_its_owner_can_be_released() {
        long old = own("a", 0).integer(0);
        long present = own("a", 0).integer(0);
        assertThat(release("a", old).status()).isEqualTo(ReleaseOutcome.NOT_OURS);
        assertThat(release("b", present).status()).isEqualTo(ReleaseOutcome.NOT_OURS);
        assertThat(own("a", present).status()).isEqualTo(OwnOutcome.KEPT);
    }

    @Test
    void releasing_twice_takes_nothing_from_the_next_owner() {
        long fence = own("a", 0).integer(0);
        release("a", fence);
        long next = own("b", 0).integer(0);
        assertThat(release("a", fence).status()).isEqualTo(ReleaseOutcome.NOT_OURS);
        assertThat(own("b", next).status()).isEqualTo(OwnOutcome.KEPT);
    }

    private ScriptReply<OwnOutcome> own(String instance, long fence) {
        return service.scripts
                .run(PartitionOwnership.OWN_PARTITION, owner)
                .args(instance, fence, LEASE_MS)
                .await()
                .atMost(ofSeconds(20));
    }

    private ScriptReply<ReleaseOutcome> release(String instance, long fence) {
        return service.scripts
                .run(PartitionOwnership.RELEASE_PARTITION, owner)
                .args(instance, Long.toString(fence))
                .await()
                .atMost(ofSeconds(20));
    }

    private long ttl() {
        return service.send(Command.of("PTTL").key(owner)).integer();
    }
}
