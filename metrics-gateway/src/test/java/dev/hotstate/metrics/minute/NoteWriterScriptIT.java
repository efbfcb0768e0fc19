package dev.hotstate.metrics.minute;

import static dev.hotstate.metrics.MetricsFixture.await;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.RecordedKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NoteWriterScriptIT {

    @RegisterExtension
    static final RedisClusterExtension redis = MetricsFixture.plan().shared().scanning(RecordedKeys.scan());

    private static final long NOW = 29_000_000;

    private MetricsFixture metrics;
    private MinuteValues<String> values;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        metrics = new MetricsFixture(cluster);
        values = new MinuteValues<>(
                metrics.router,
                metrics.scripts,
                new ObjectMapper(),
                new MinuteValues.Kind<>(
                        String.class,
                        part -> metrics.keys.sample(part.minute(), part.writer()),
                        metrics.keys.sampleWriters(),
                        ofMinutes(10)));
        metrics.send(Command.of("UNLINK").key(metrics.keys.sampleWriters()));
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void writers_are_those_whose_values_are_still_kept_and_a_repeat_changes_nothing() {
        await(values.note(new MinutePart(NOW - 11, "long-gone")));
        await(values.note(new MinutePart(NOW - 10, "gone")));
        await(values.note(new MinutePart(NOW, "alive")));
        assertThat(await(values.note(new MinutePart(NOW, "alive")))).isEqualTo(Map.of("gone", NOW - 10, "alive", NOW));
        assertThat(await(values.writers())).containsOnlyKeys("gone", "alive");
        assertThat(metrics.send(Command.of("PTTL").key(metrics.keys.sampleWriters()))
                        .integer())
                .isBetween(1L, ofMinutes(10).toMillis());
    }

    @Test
    void the_last_value_of_a_minute_holds_and_expires() {
        var part = new MinutePart(NOW, "alive");
        await(values.write(part, "first"));
        await(values.write(part, "second"));
        assertThat(await(values.read(List.of(part, new MinutePart(NOW, "nobody")))))
                .isEqualTo(List.of(Optional.of("second"), Optional.empty()));
        assertThat(metrics.send(Command.of("PTTL").key(metrics.keys.sample(NOW, "alive")))
                        .integer())
                .isBetween(1L, ofMinutes(10).toMillis());
    }
}
