package dev.hotstate.monitor.recovery;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.ownership.OwnershipKeys;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.redis.time.RedisClock;
import dev.hotstate.monitor.platform.MonitorKeys;
import dev.hotstate.monitor.schedule.PackedDefinition;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What recovery reads from Redis, always in pages, and the epochs that it writes. */
@Singleton
class RecoveryStore {

    private static final int PAGE = 500;
    private static final String FIRST_CURSOR = "0";

    /** A field of the claim hash that is no monitor. */
    private static final String FENCE_FIELD = "fence";

    static final Script<LookOutcome> LOOK_AT_PARTITION =
            Script.load("lua/recovery/look_at_partition.lua", LookOutcome.class);
    static final Script<OpenOutcome> OPEN_PARTITION = Script.load("lua/recovery/open_partition.lua", OpenOutcome.class);

    private final RedisRouter router;
    private final Scripts scripts;
    private final MonitorKeys keys;
    private final OwnershipKeys ownershipKeys;
    private final RedisClock clock;

    RecoveryStore(
            RedisRouter router, Scripts scripts, MonitorKeys keys, OwnershipKeys ownershipKeys, RedisClock clock) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.ownershipKeys = ownershipKeys;
        this.clock = clock;
    }

    /**
     * A look at a partition.
     *
     * @param built   whether the process of Redis that serves it holds all that there is
     * @param process the run id of that process
     */
    record Look(boolean built, String process) {}

    Uni<Look> look(Partition partition) {
        return scripts.run(LOOK_AT_PARTITION, keys.epoch(partition))
                .idempotent()
                .args(ServerWord.RUN_ID)
                .map(reply -> new Look(reply.is(LookOutcome.BUILT), reply.text(0)));
    }

    /**
     * From now on the partition hands out work, unless it is not ours any more, or anew, or in another process.
     *
     * @param fence   of the lease under which the building began
     * @param process in which it began
     */
    Uni<OpenOutcome> open(Partition partition, long fence, String process) {
        return scripts.run(OPEN_PARTITION, ownershipKeys.owner(partition), keys.epoch(partition))
                .idempotent()
                .args(Long.toString(fence), process, ServerWord.RUN_ID)
                .map(ScriptReply::status);
    }

    Uni<PartitionView> view(Partition partition) {
        var scores = new HashMap<String, Long>();
        var versions = new HashMap<String, Integer>();
        var claimed = new HashSet<String>();
        return readSchedule(keys.schedule(partition), 0, scores)
                .chain(() -> readHash(
                        keys.meta(partition),
                        FIRST_CURSOR,
                        (id, packed) -> versions.put(id, PackedDefinition.version(packed))))
                .chain(() -> readHash(keys.claim(partition), FIRST_CURSOR, (id, claim) -> claimed.add(id)))
                .map(done -> {
                    claimed.remove(FENCE_FIELD);
                    return new PartitionView(
                            scores, versions, claimed, clock.now().toEpochMilli());
                });
    }

    /** Those of the monitors that have no outage in Redis. */
    Uni<Set<String>> withoutIncident(Collection<String> monitors) {
        var ids = List.copyOf(monitors);
        return router.sendAll(ids.stream()
                        .map(id -> Command.of("EXISTS").key(keys.incident(id)))
                        .toList())
                .map(outcomes -> IntStream.range(0, ids.size())
                        .filter(i -> isZero(outcomes.get(i)))
                        .mapToObj(ids::get)
                        .collect(Collectors.toSet()));
    }

    private static boolean isZero(Outcome outcome) {
        return outcome.orThrow().integer() == 0;
    }

    private Uni<Void> readSchedule(RedisKey schedule, int from, Map<String, Long> scores) {
        return router.send(Command.of("ZRANGE")
                        .key(schedule)
                        .arg(from)
                        .arg(from + PAGE - 1)
                        .arg("WITHSCORES"))
                .chain(page -> {
                    for (int i = 0; i < page.size(); i += 2) {
                        scores.put(page.get(i).text(), (long)
                                Double.parseDouble(page.get(i + 1).text()));
                    }
                    return page.size() < 2 * PAGE
                            ? Uni.createFrom().voidItem()
                            : readSchedule(schedule, from + PAGE, scores);
                });
    }

    private Uni<Void> readHash(RedisKey hash, String cursor, BiConsumer<String, String> field) {
        return router.send(
                        Command.of("HSCAN").key(hash).arg(cursor).arg("COUNT").arg(PAGE))
                .chain(page -> {
                    var fields = page.get(1).list();
                    for (int i = 0; i < fields.size(); i += 2) {
                        field.accept(fields.get(i).text(), fields.get(i + 1).text());
                    }
                    return isLast(page)
                            ? Uni.createFrom().voidItem()
                            : readHash(hash, page.get(0).text(), field);
                });
    }

    private static boolean isLast(Reply page) {
        return page.get(0).text().equals(FIRST_CURSOR);
    }
}
