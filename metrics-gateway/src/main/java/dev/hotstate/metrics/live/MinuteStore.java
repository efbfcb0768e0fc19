package dev.hotstate.metrics.live;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.metrics.minute.MinutePart;
import dev.hotstate.metrics.minute.MinuteValues;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What each process saw in each minute of the last hour. */
@Singleton
class MinuteStore {

    private static final Duration KEPT = Duration.ofMinutes(65);

    private final MinuteValues<Minute> values;

    MinuteStore(RedisRouter router, Scripts scripts, MetricsKeys keys, @Stored ObjectMapper json) {
        values = new MinuteValues<>(
                router,
                scripts,
                json,
                new MinuteValues.Kind<>(
                        Minute.class, part -> keys.recent(part.minute(), part.writer()), keys.recentWriters(), KEPT));
    }

    Uni<Void> write(MinutePart part, Minute minute) {
        return values.write(part, minute);
    }

    Uni<Map<String, Long>> note(MinutePart last) {
        return values.note(last);
    }

    Uni<List<Optional<Minute>>> read(List<MinutePart> parts) {
        return values.read(parts);
    }
}
