package dev.hotstate.metrics.simulation;

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
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** The samples of all instances. */
@Singleton
class SampleStore {

    static final int MINUTES = 15;

    private static final Duration KEPT = Duration.ofMinutes(MINUTES + 2);
    /** Of all instances together, so that a replay ends soon. */
    private static final int REPLAYED_MAX = 100_000;

    private final MinuteValues<Sample> values;

    SampleStore(RedisRouter router, Scripts scripts, MetricsKeys keys, @Stored ObjectMapper json) {
        values = new MinuteValues<>(
                router,
                scripts,
                json,
                new MinuteValues.Kind<>(
                        Sample.class, part -> keys.sample(part.minute(), part.writer()), keys.sampleWriters(), KEPT));
    }

    Uni<Void> write(MinutePart part, Sample sample) {
        return values.write(part, sample).chain(() -> values.note(part)).replaceWithVoid();
    }

    /** Of the last fifteen minutes, in their order. Answers on a worker thread. */
    Uni<Sample> read(long presentMinute) {
        return values.writers()
                .chain(writers -> values.read(writers.entrySet().stream()
                        .flatMap(writer -> minutesOf(writer, presentMinute)
                                .mapToObj(minute -> new MinutePart(minute, writer.getKey())))
                        .toList()))
                .map(found -> found.stream()
                        .flatMap(Optional::stream)
                        .reduce(Sample.EMPTY, Sample::plus)
                        .atMost(REPLAYED_MAX)
                        .inOrder());
    }

    private static LongStream minutesOf(Map.Entry<String, Long> writer, long presentMinute) {
        return LongStream.rangeClosed(presentMinute - MINUTES, Math.min(presentMinute, writer.getValue()));
    }
}
