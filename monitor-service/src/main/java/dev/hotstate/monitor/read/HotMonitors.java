package dev.hotstate.monitor.read;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.monitor.platform.MonitorKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** Reads many monitors at once: one pipeline per node, however many there are. */
@Singleton
class HotMonitors {

    /** As many as the script that commits results keeps. */
    static final int RECENT_MAX = 60;

    private static final int PHASES_MAX = 20;

    private final RedisRouter redis;
    private final MonitorKeys keys;

    HotMonitors(RedisRouter redis, MonitorKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /**
     * @param recent how many of the last results; 0 saves a command per monitor
     * @return in the order of the ids
     */
    Uni<List<HotMonitor>> read(List<String> ids, int recent) {
        if (ids.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        int commandsEach = recent > 0 ? 3 : 2;
        var commands = new ArrayList<Command>(ids.size() * commandsEach);
        for (var id : ids) {
            commands.add(fields(Command.of("HMGET").key(keys.status(id)), HotStatus.FIELDS));
            commands.add(fields(Command.of("HMGET").key(keys.incident(id)), HotIncident.FIELDS));
            if (recent > 0) {
                commands.add(Command.of("LRANGE").key(keys.recent(id)).arg(0).arg(recent - 1L));
            }
        }
        return redis.sendAll(commands).map(outcomes -> {
            var monitors = new ArrayList<HotMonitor>(ids.size());
            for (int i = 0; i < outcomes.size(); i += commandsEach) {
                monitors.add(monitor(outcomes.subList(i, i + commandsEach)));
            }
            return monitors;
        });
    }

    /** Where the time of the last 20 checks went that had phases, newest first. */
    Uni<List<PhasesOfResult>> phases(String id) {
        return redis.send(Command.of("LRANGE").key(keys.phases(id)).arg(0).arg(PHASES_MAX - 1L))
                .map(entries -> entries.stream()
                        .map(Reply::text)
                        .map(PhasesOfResult::read)
                        .toList());
    }

    private static HotMonitor monitor(List<Outcome> outcomes) {
        if (outcomes.stream().anyMatch(Outcome.Failed.class::isInstance)) {
            return HotMonitor.UNREACHABLE;
        }
        var recent = outcomes.size() < 3
                ? List.<Reply>of()
                : outcomes.get(2).orThrow().list();
        try {
            return new HotMonitor(
                    true,
                    HotStatus.read(outcomes.get(0).orThrow()),
                    HotIncident.read(outcomes.get(1).orThrow()),
                    recent);
        } catch (IllegalArgumentException wordOfAnotherVersion) {
            // One that is not known must not cost the page.
            return new HotMonitor(true, null, null, recent);
        }
    }

    private static Command fields(Command command, List<String> names) {
        names.forEach(command::arg);
        return command;
    }
}
