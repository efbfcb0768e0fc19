package dev.hotstate.kit.redis.stream;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.ProbeService;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.ownership.ProbeInstance;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code relay_entries.lua} and {@code trim_stream.lua}, word by word. */
class StreamScriptsIT {

    private static final String GROUP = "g";

    @RegisterExtension
    static final RedisClusterExtension redis = ProbeService.plan().shared();

    private ProbeInstance instance;
    private ProbeService service;
    private RedisKey owner;
    private RedisKey stream;
    private long fence;

    @BeforeEach
    void own(RedisClusterHarness cluster) {
        instance = ProbeInstance.waiting(cluster, "a", ofSeconds(30)).tick();
        service = instance.service;
        Partition partition = instance.partitions.at(9);
        owner = instance.keys.owner(partition);
        stream = service.keys.key("events", partition.tag().id());
        fence = instance.ownership.fence(partition);
    }

    @AfterEach
    void close() {
        instance.close();
    }

    // ---- relay_entries ----------------------------------------------------------------------------------------------

    @Test
    void a_stream_that_is_not_there_has_nothing_and_stays_away() {
        assertThat(relay(fence).status()).isEqualTo(RelayOutcome.NOTHING);
        assertThat(service.send(Command.of("EXISTS").key(stream)).integer()).isZero();
    }

    @Test
    void entries_come_in_order_from_the_oldest_one_on() {
        append(3);
        var reply = relay(fence);
        assertThat(reply.status()).isEqualTo(RelayOutcome.ENTRIES);
        assertThat(numbers(reply)).containsExactly("0", "1", "2");
    }

    @Test
    void what_is_not_acknowledged_comes_again_before_anything_new() {
        append(2);
        relay(fence);
        append(1);
        assertThat(numbers(relay(fence))).containsExactly("0", "1");
    }

    @Test
    void acknowledging_and_reading_on_are_one_step() {
        append(2);
        var first = ids(relay(fence));
        append(1);
        assertThat(numbers(relay(fence, first))).containsExactly("0");
        assertThat(pending()).isOne();
    }

    @Test
    void at_most_the_wanted_number_comes() {
        append(5);
        assertThat(entries(relay(fence, 2, List.of()))).hasSize(2);
    }

    @Test
    void zero_only_acknowledges() {
        append(2);
        var first = ids(relay(fence));
        assertThat(relay(fence, 0, first).status()).isEqualTo(RelayOutcome.NOTHING);
        assertThat(pending()).isZero();
    }

    @Test
    void a_former_owner_neither_reads_nor_acknowledges() {
        append(2);
        var first = ids(relay(fence));
        append(2);
        assertThat(relay(fence - 1, first).status()).isEqualTo(RelayOutcome.STALE);
        assertThat(pending()).isEqualTo(2);
    }

    @Test
    void without_a_lease_everybody_is_a_former_owner() {
        append(1);
        service.send(Command.of("DEL").key(owner));
        assertThat(relay(fence).status()).isEqualTo(RelayOutcome.STALE);
    }

    @Test
    void a_group_that_is_gone_begins_anew() {
        append(2);
        relay(fence, ids(relay(fence)));
        service.send(Command.of("XGROUP").arg("DESTROY").key(stream).arg(GROUP));
        assertThat(numbers(relay(fence))).containsExactly("0", "1");
    }

    @Test
    void an_entry_that_was_deleted_while_pending_blocks_nobody() {
        append(2);
        var first = ids(relay(fence));
        service.send(Command.of("XDEL").key(stream).arg(first.getFirst()));
        assertThat(numbers(relay(fence))).containsExactly("1");
        assertThat(pending()).isOne();
    }

    @Test
    void many_that_were_deleted_while_pending_hide_none_behind_them() {
        append(4);
        var all = ids(relay(fence));
        all.subList(0, 3)
                .forEach(id -> service.send(Command.of("XDEL").key(stream).arg(id)));
        append(1);
        assertThat(entries(relay(fence, 2, List.of())))
                .extracting(entry -> entry.field("n"))
                .containsExactly("3");
    }

    // ---- trim_stream ------------------------------------------------------------------------------------------------

    @Test
    void there_is_nothing_to_survey_without_a_stream() {
        assertThat(trim(fence, 0).status()).isEqualTo(SurveyOutcome.NOTHING);
    }

    @Test
    void a_former_owner_drops_nothing() {
        append(1);
        assertThat(trim(fence - 1, 0).status()).isEqualTo(SurveyOutcome.STALE);
    }

    @Test
    void before_its_group_exists_everything_is_unconsumed() {
        appendOld(500);
        var reply = trim(fence, 0);
        assertThat(reply.status()).isEqualTo(SurveyOutcome.SURVEYED);
        assertThat(reply.integer(0)).isEqualTo(500);
        assertThat(reply.integer(1)).isEqualTo(500);
        assertThat(length()).isEqualTo(500);
    }

    @Test
    void consumed_entries_are_dropped_and_unconsumed_ones_are_not() {
        // Given
        appendOld(1_000);
        var first = ids(relay(fence, 300, List.of()));
        relay(fence, 300, first);
        // When
        var reply = trim(fence, 0);
        // Then
        assertThat(reply.integer(1)).isEqualTo(700);
        assertThat(reply.integer(2)).isGreaterThan(Duration.ofHours(1).toMillis());
        assertThat(length()).isBetween(700L, 800L);
        assertThat(numbers(relay(fence))).first().isEqualTo("300");
    }

    @Test
    void no_entry_is_dropped_that_another_group_has_not_consumed() {
        // Given
        appendOld(500);
        service.send(Command.of("XGROUP").arg("CREATE").key(stream).arg("other").arg("0"));
        relay(fence, 1_000, ids(relay(fence, 1_000, List.of())));
        // When
        trim(fence, 0);
        // Then
        assertThat(length()).isEqualTo(500);
    }

    @Test
    void consumed_entries_stay_for_a_while() {
        append(500);
        relay(fence, 1_000, ids(relay(fence, 1_000, List.of())));
        var reply = trim(fence, 600_000);
        assertThat(length()).isEqualTo(500);
        assertThat(reply.integer(1)).isZero();
        assertThat(reply.integer(2)).isZero();
    }

    // ---- words ------------------------------------------------------------------------------------------------------

    private void append(int count) {
        for (int i = 0; i < count; i++) {
            service.send(Command.of("XADD").key(stream).arg("*").arg("n").arg(i));
        }
    }

    /** From the year 2001 on, a second apart. */
    private void appendOld(int count) {
        for (int i = 0; i < count; i++) {
            service.send(Command.of("XADD")
                    .key(stream)
                    .arg((1_000_000_000_000L + i * 1_000L) + "-0")
                    .arg("n")
                    .arg(i));
        }
    }

    private ScriptReply<RelayOutcome> relay(long fence) {
        return relay(fence, List.of());
    }

    private ScriptReply<RelayOutcome> relay(long fence, List<String> acknowledged) {
        return relay(fence, 100, acknowledged);
    }

    private ScriptReply<RelayOutcome> relay(long fence, int countMax, List<String> acknowledged) {
        var args = new ArrayList<Object>(List.of(Long.toString(fence), GROUP, countMax));
        args.addAll(acknowledged);
        return service.scripts
                .run(StreamRelay.RELAY_ENTRIES, owner, stream)
                .args(args.toArray())
                .await()
                .atMost(ofSeconds(20));
    }

    private ScriptReply<SurveyOutcome> trim(long fence, long keepMs) {
        return service.scripts
                .run(StreamRelay.TRIM_STREAM, owner, stream)
                .args(Long.toString(fence), GROUP, keepMs)
                .await()
                .atMost(ofSeconds(20));
    }

    private static List<StreamEntry> entries(ScriptReply<RelayOutcome> reply) {
        return reply.values().stream().map(StreamEntry::fromReply).toList();
    }

    private static List<String> ids(ScriptReply<RelayOutcome> reply) {
        return entries(reply).stream().map(StreamEntry::id).toList();
    }

    private static List<String> numbers(ScriptReply<RelayOutcome> reply) {
        return entries(reply).stream().map(entry -> entry.field("n")).toList();
    }

    private long pending() {
        return service.send(Command.of("XPENDING").key(stream).arg(GROUP))
                .get(0)
                .integer();
    }

    private long length() {
        return service.send(Command.of("XLEN").key(stream)).integer();
    }
}
