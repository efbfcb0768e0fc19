package dev.hotstate.metrics.connection;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.metrics.platform.MetricsFailure.TooManyInstances;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** One hash is the truth; the two numbers of the seed follow from it, and are told anew each second. */
@Singleton
public class ConnectionStore {

    static final Script<ConnectionWord> REPORT_CONNECTIONS =
            Script.load("lua/connection/report_connections.lua", ConnectionWord.class);

    private static final String CURRENT = "current";
    private static final String MAX = "max_since_startup";
    /** No instance is called that. */
    private static final String MOST = "";

    private static final ConnectionReport NOBODY = new ConnectionReport("", null, null, null);

    private final RedisRouter router;
    private final Scripts scripts;
    private final MetricsKeys keys;
    private final ConnectionConfig config;

    ConnectionStore(RedisRouter router, Scripts scripts, MetricsKeys keys, ConnectionConfig config) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.config = config;
    }

    Uni<ConnectionsView> report(ConnectionReport report) {
        return run(report).chain(reply -> switch (reply.status()) {
            case FULL -> throw new TooManyInstances(config.instancesMax());
            case TAKEN -> tell(reply.integer(0), reply.integer(2), reply.integer(1));
            case NOBODY -> throw new IllegalStateException("who reports lives");
        });
    }

    /** Also forgets who fell silent. When all have, the most stays told until the next one reports. */
    Uni<ConnectionsView> look() {
        return run(NOBODY)
                .chain(reply -> reply.is(ConnectionWord.NOBODY)
                        ? set(CURRENT, 0).chain(this::mostOfBefore).map(most -> new ConnectionsView(0, most, null))
                        : tell(reply.integer(0), reply.integer(2), null));
    }

    /** The most begins anew with those that are open. */
    public Uni<Void> forgetMost() {
        return router.send(Command.of("HDEL")
                        .key(keys.connectionsByInstance())
                        .arg(MOST)
                        .idempotent())
                .replaceWithVoid();
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

    private Uni<ConnectionsView> tell(long current, long most, @Nullable Long own) {
        return set(CURRENT, current)
                .chain(() -> set(MAX, most))
                .replaceWith(() -> new ConnectionsView(current, most, own));
    }

    private Uni<Void> set(String which, long value) {
        return router.send(Command.of("SET")
                        .key(keys.connections(which))
                        .arg(value)
                        .idempotent())
                .replaceWithVoid();
    }

    private Uni<Long> mostOfBefore() {
        return router.send(Command.of("GET").key(keys.connections(MAX)).idempotent())
                .map(reply -> reply.isNil() ? 0 : reply.integer());
    }
}
