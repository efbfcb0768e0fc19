package dev.hotstate.driver.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.search.ServingSource.Served;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServingSourceTest {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final SettableClock clock = new SettableClock();
    private final ServingSource serving = new ServingSource(clock);

    @Test
    void while_both_answer_by_turns_it_is_postgres_since_its_first_answer() {
        clock.pass(Duration.ofMinutes(1));
        var first = clock.instant();

        var seen = IntStream.range(0, 1_000).mapToObj(turn -> {
            serving.answered(turn % 2 == 0 ? Source.POSTGRES : Source.REDIS);
            clock.pass(Duration.ofMillis(10));
            return serving.served();
        });

        assertThat(seen.distinct()).containsExactly(new Served(Source.POSTGRES, first));
    }

    @Test
    void it_is_redis_again_when_postgres_has_answered_none_for_five_seconds() {
        serving.answered(Source.POSTGRES);

        clock.pass(Duration.ofMillis(4_999));
        serving.answered(Source.REDIS);
        assertThat(serving.served()).isEqualTo(new Served(Source.POSTGRES, BEGIN));

        clock.pass(Duration.ofMillis(1));
        serving.answered(Source.REDIS);
        assertThat(serving.served()).isEqualTo(new Served(Source.REDIS, BEGIN.plusSeconds(5)));
    }

    @Test
    void as_long_as_nobody_searches_nothing_changes() {
        serving.answered(Source.POSTGRES);

        clock.pass(Duration.ofHours(1));

        assertThat(serving.served()).isEqualTo(new Served(Source.POSTGRES, BEGIN));
    }

    private static final class SettableClock extends Clock {

        private Instant now = BEGIN;

        void pass(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
