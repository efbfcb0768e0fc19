package dev.hotstate.kit.redis.guard;

import dev.hotstate.kit.redis.connection.TestRouter;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** A cluster for tests that run inside Quarkus. */
public final class ClusterResource implements QuarkusTestResourceLifecycleManager {

    private RedisClusterHarness cluster;

    @Override
    public Map<String, String> start() {
        cluster = RedisClusterHarness.plan().serviceUser().start();
        return Map.of(
                "hotstate.env",
                cluster.env(),
                "hotstate.app",
                TestRouter.USER,
                "hotstate.redis.vitals.username",
                "vitals",
                "hotstate.redis.vitals.password",
                cluster.password("vitals"),
                // What must succeed does so on a crowded machine too.
                "hotstate.redis.deadline",
                "5s",
                "quarkus.redis.hosts",
                cluster.hosts(TestRouter.USER),
                "quarkus.redis.health.enabled",
                "false",
                "quarkus.datasource.active",
                "false");
    }

    @Override
    public void stop() {
        cluster.close();
    }
}
