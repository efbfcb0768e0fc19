package dev.hotstate.kit.redis.live;

import dev.hotstate.kit.redis.key.RedisKey;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.BooleanSupplier;

/** {@code hotstate.live.*{channel}}. */
final class LiveMetrics {

    final Counter told;
    final Counter unheard;
    final Counter dropped;

    LiveMetrics(MeterRegistry registry, RedisKey channel, BooleanSupplier follows) {
        var key = channel.value();
        var name = key.substring(key.lastIndexOf(':') + 1);
        this.told = news(registry, name, "told");
        this.unheard = news(registry, name, "unheard");
        this.dropped = news(registry, name, "dropped");
        Gauge.builder("hotstate.live.followed", () -> follows.getAsBoolean() ? 1 : 0)
                .description("1 while this instance listens, because somebody watches on it")
                .tag("channel", name)
                .register(registry);
    }

    private static Counter news(MeterRegistry registry, String channel, String outcome) {
        return Counter.builder("hotstate.live.news")
                .description("News by what became of it; unheard: nobody listened")
                .tags("channel", channel, "outcome", outcome)
                .register(registry);
    }
}
