package dev.hotstate.metrics.connection;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.metrics.observation.MaxStore;
import dev.hotstate.metrics.platform.MetricsFailure.TooManyInstances;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;

/** One hash is the truth; the two numbers of the seed follow from it, and are told anew each second. */
@Singleton
class ConnectionStore {

    static final Script<ConnectionWord> REPORT_CONNECTIONS =
            Script.load("lua/connection/report_connections.lua", ConnectionWord.class);

    private static final ConnectionReport NOBODY = new ConnectionReport("", null, null, null);

    private final RedisRouter router;
    private final Scripts scripts;
    private final MetricsKeys keys;
    private final MaxStore maxima;
    private final ConnectionConfig config;

    ConnectionStore(RedisRouter router, Scripts scripts, MetricsKeys keys, MaxStore maxima, ConnectionConfig config) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.maxima = maxima;
        this.config = config;
    }

    Uni<ConnectionsView> report(ConnectionReport report) {
        return run(report).chain(reply -> switch (reply.status()) {
            case FULL -> throw new TooManyInstances(config.instancesMax());
            case FIRST -> tell(reply.integer(0), reply.integer(1), true);
            case TAKEN -> tell(reply.integer(0), reply.integer(1), false);
        });
    }

    /** Also forgets who fell silent. */
    Uni<ConnectionsView> look() {
        return run(NOBODY)
                .chain(reply -> tell(reply.integer(0), 0, false))
                .map(view -> new ConnectionsView(view.current(), view.maxSinceStartup(), null));
    }

    private Uni<ScriptReply<ConnectionWord>> run(ConnectionReport report) {
        return scripts.run(REPORT_CONNECTIONS, keys.connectionsByInstance())
                .args(
                        report.instance(),
                        report.openedOrNone(),
                        report.closedOrNone(),
                        report.openIfSaid(),
                        config.lifetime().toMillis(),
                        config.instancesMax());
    }

    private Uni<ConnectionsView> tell(long current, long own, boolean anew) {
        var max = keys.connections("max_since_startup");
        return set("current", current)
                .chain(() -> anew ? set("max_since_startup", current) : maxima.keep(max, current))
                .map(most -> new ConnectionsView(current, most, own));
    }

    private Uni<Long> set(String which, long value) {
        return router.send(Command.of("SET")
                        .key(keys.connections(which))
                        .arg(value)
                        .idempotent())
                .replaceWith(value);
    }
}
