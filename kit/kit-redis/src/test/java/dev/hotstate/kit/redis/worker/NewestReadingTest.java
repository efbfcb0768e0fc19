package dev.hotstate.kit.redis.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NewestReadingTest {

    private final List<UniEmitter<? super String>> underWay = new ArrayList<>();
    private final NewestReading<String> reading =
            new NewestReading<>("nothing yet", () -> Uni.createFrom().<String>emitter(underWay::add));

    @Test
    void before_the_first_reading_has_ended_it_is_what_it_was() {
        begin();

        assertThat(reading.get()).isEqualTo("nothing yet");
    }

    @Test
    void a_later_reading_replaces_an_earlier_one() {
        begin();
        begin();

        underWay.get(0).complete("before the change");
        underWay.get(1).complete("after it");

        assertThat(reading.get()).isEqualTo("after it");
    }

    @Test
    void a_reading_that_was_overtaken_takes_nothing_back() {
        begin();
        begin();

        underWay.get(1).complete("after the change");
        underWay.get(0).complete("before it");

        assertThat(reading.get()).isEqualTo("after the change");
    }

    @Test
    void one_that_fails_changes_nothing_and_says_so() {
        var failure = new IllegalStateException("away");
        var said = new ArrayList<Throwable>();
        reading.read().subscribe().with(done -> {}, said::add);

        underWay.getFirst().fail(failure);

        assertThat(reading.get()).isEqualTo("nothing yet");
        assertThat(said).containsExactly(failure);
    }

    private void begin() {
        reading.read().subscribe().with(done -> {});
    }
}
