package dev.hotstate.monitor.read;

import dev.hotstate.kit.redis.connection.Credentials;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.RouterOptions;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.maintenance.MaintenanceCalendar;
import dev.hotstate.monitor.platform.MonitorKeys;
import io.vertx.core.Vertx;
import java.util.List;

/** What reads when no node of Redis answers: a real router to an address where nobody listens. */
public final class WithoutRedis implements AutoCloseable {

    private final RedisRouter router;
    private final StatusReader reader;

    public WithoutRedis(Vertx vertx, Definitions definitions, MaintenanceCalendar calendar, MonitorKeys keys) {
        var nobody = List.of(new NodeAddress("127.0.0.1", 1));
        router = RedisRouter.open(
                vertx, RouterOptions.of(nobody, new Credentials("monitor", "none")), node -> NodeGuard.NONE);
        reader = new StatusReader(new HotMonitors(router, keys), definitions, calendar);
    }

    public StatusReader reader() {
        return reader;
    }

    @Override
    public void close() {
        router.close();
    }
}
