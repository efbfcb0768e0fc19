package dev.hotstate.monitor.history;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.monitor.platform.MonitorKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The counts of the last hours, in Redis. */
@Singleton
class HotHistory {

    private final RedisRouter redis;
    private final MonitorKeys keys;

    HotHistory(RedisRouter redis, MonitorKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** The hour of each monitor that has any check in it; fails if any of them can't be read. */
    Uni<Map<String, HourOfChecks>> read(List<String> monitorIds, long hour) {
        return outcomes(monitorIds, hour).map(outcomes -> {
            outcomes.forEach(Outcome::orThrow);
            return hours(monitorIds, hour, outcomes);
        });
    }

    /** The same of those whose part of Redis answers. */
    Uni<Map<String, HourOfChecks>> readWhatAnswers(Collection<String> monitorIds, long hour) {
        var ids = List.copyOf(monitorIds);
        return outcomes(ids, hour)
                .map(outcomes -> hours(ids, hour, outcomes))
                .onFailure(RedisFailure.class)
                .recoverWithItem(Map.of());
    }

    /** Where the time of the last checks went, of each monitor that knows; fails if any of them can't be read. */
    Uni<Map<String, List<PhasesOfHour>>> phases(List<String> monitorIds) {
        return lastPhases(monitorIds).map(outcomes -> {
            var phases = new HashMap<String, List<PhasesOfHour>>();
            for (int i = 0; i < outcomes.size(); i++) {
                var hours = phasesIn(outcomes.get(i).orThrow());
                if (!hours.isEmpty()) {
                    phases.put(monitorIds.get(i), hours);
                }
            }
            return phases;
        });
    }

    /** The same of one monitor; none if its part of Redis does not answer. */
    Uni<List<PhasesOfHour>> phasesIfItAnswers(String monitorId) {
        return lastPhases(List.of(monitorId))
                .map(outcomes -> phasesIn(outcomes.getFirst().orThrow()))
                .onFailure(RedisFailure.class)
                .recoverWithItem(List.of());
    }

    private Uni<List<Outcome>> lastPhases(List<String> monitorIds) {
        return redis.sendAll(monitorIds.stream()
                .map(id -> Command.of("LRANGE").key(keys.phases(id)).arg(0).arg(-1))
                .toList());
    }

    private static List<PhasesOfHour> phasesIn(Reply entries) {
        return PhasesOfHour.read(entries.list().stream().map(Reply::text).toList());
    }

    private Uni<List<Outcome>> outcomes(List<String> monitorIds, long hour) {
        // At most some 600 fields: four per slot and the latency buckets.
        return redis.sendAll(monitorIds.stream()
                .map(id -> Command.of("HGETALL").key(keys.hist(id, hour)))
                .toList());
    }

    private static Map<String, HourOfChecks> hours(List<String> monitorIds, long hour, List<Outcome> outcomes) {
        var hours = new HashMap<String, HourOfChecks>();
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof Outcome.Failed) {
                continue;
            }
            var checks = HourOfChecks.read(hour, outcomes.get(i).orThrow());
            if (!checks.isEmpty()) {
                hours.put(monitorIds.get(i), checks);
            }
        }
        return hours;
    }
}
