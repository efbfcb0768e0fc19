package dev.hotstate.kit.redis.instance;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Renews this process among the living ones of its service and remembers who they are. */
public final class InstanceRegistry {

    static final Script<RenewOutcome> RENEW_INSTANCE =
            Script.load("lua/instance/renew_instance.lua", RenewOutcome.class);

    private static final int IDS_SHOWN_MAX = 100;
    private static final int OWNERS_MAX = 1_000;

    private final RedisRouter router;
    private final Scripts scripts;
    private final Clock clock;
    private final RedisKey live;
    private final InstanceId self;
    private final Duration lifetime;
    private final int idsMax;
    private volatile LiveInstances current;

    public InstanceRegistry(
            RedisRouter router, Scripts scripts, Clock clock, KeySpace keys, InstanceId self, Duration lifetime) {
        this(router, scripts, clock, keys.key("instances", "live"), self, lifetime, IDS_SHOWN_MAX);
    }

    private InstanceRegistry(
            RedisRouter router,
            Scripts scripts,
            Clock clock,
            RedisKey live,
            InstanceId self,
            Duration lifetime,
            int idsMax) {
        this.router = router;
        this.scripts = scripts;
        this.clock = clock;
        this.live = live;
        this.self = self;
        this.lifetime = lifetime;
        this.idsMax = idsMax;
        this.current = new LiveInstances(1, List.of(self.value()), clock.instant());
    }

    /** Those among whom partitions are shared: they lapse as soon as their leases do. */
    public static InstanceRegistry ofOwners(
            RedisRouter router, Scripts scripts, Clock clock, KeySpace keys, InstanceId self, Duration lease) {
        return new InstanceRegistry(router, scripts, clock, keys.key("instances", "owners"), self, lease, OWNERS_MAX);
    }

    public InstanceId self() {
        return self;
    }

    /** As of the last renewal that succeeded; before the first one only this process. */
    public LiveInstances current() {
        return current;
    }

    public Uni<LiveInstances> renew() {
        return scripts.run(RENEW_INSTANCE, live)
                .idempotent()
                .args(self.value(), lifetime.toMillis(), idsMax)
                .map(this::toLiveInstances)
                .invoke(instances -> current = instances);
    }

    /** At an orderly stop: the others need not wait until this process lapses. */
    public Uni<Void> leave() {
        return router.send(Command.of("ZREM").key(live).arg(self.value()).idempotent())
                .replaceWithVoid();
    }

    private LiveInstances toLiveInstances(ScriptReply<RenewOutcome> reply) {
        return new LiveInstances(reply.integer(0), reply.textsFrom(1), clock.instant());
    }
}
