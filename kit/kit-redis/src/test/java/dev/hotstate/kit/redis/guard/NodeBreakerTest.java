package dev.hotstate.kit.redis.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.NodeGuard.State;
import dev.hotstate.kit.testing.log.LogCapture;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeBreakerTest {

    private static final BreakerTiming NEVER_HALF_OPEN = new BreakerTiming(Duration.ofHours(1), Duration.ZERO);
    private static final BreakerTiming SOON_HALF_OPEN = new BreakerTiming(Duration.ofMillis(50), Duration.ofMillis(10));
    private static final Command WRITE = Command.of("SET");
    private static final Command READ = Command.of("GET");

    private final List<State> changes = new CopyOnWriteArrayList<>();

    @Test
    void five_failures_in_a_row_open_it_and_four_do_not() {
        // Given
        NodeBreaker breaker = breaker(NEVER_HALF_OPEN);
        fail(breaker, 4);
        assertThat(breaker.admits(WRITE)).isTrue();
        // When
        breaker.failed();
        // Then
        assertThat(breaker.admits(WRITE)).isFalse();
        assertThat(breaker.state()).isEqualTo(State.OPEN);
        assertThat(changes).containsExactly(State.OPEN);
    }

    @Test
    void a_success_in_between_starts_the_count_anew() {
        // Given
        NodeBreaker breaker = breaker(NEVER_HALF_OPEN);
        fail(breaker, 4);
        breaker.succeeded(WRITE);
        // When
        fail(breaker, 4);
        // Then
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test
    void half_open_admits_one_and_its_success_closes() {
        // Given
        NodeBreaker breaker = breaker(SOON_HALF_OPEN);
        fail(breaker, 5);
        await().until(() -> breaker.state() == State.HALF_OPEN);
        // When
        List<Boolean> admitted =
                IntStream.range(0, 3).mapToObj(i -> breaker.admits(WRITE)).toList();
        breaker.succeeded(WRITE);
        // Then
        assertThat(admitted).containsExactly(true, false, false);
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
        assertThat(breaker.admits(WRITE)).isTrue();
    }

    @Test
    void half_open_admits_another_when_the_first_never_tells() {
        // Given
        NodeBreaker breaker = breaker(SOON_HALF_OPEN);
        fail(breaker, 5);
        await().until(() -> breaker.admits(WRITE));
        assertThat(breaker.admits(WRITE)).isFalse();
        // When the caller of the trial has left
        await().until(() -> breaker.admits(WRITE));
        // Then
        assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
    }

    @Test
    void half_open_and_a_failure_opens_it_again() {
        // Given
        NodeBreaker breaker = breaker(SOON_HALF_OPEN);
        fail(breaker, 5);
        await().until(() -> breaker.admits(WRITE));
        // When
        breaker.failed();
        // Then
        assertThat(changes).containsSubsequence(State.OPEN, State.HALF_OPEN, State.OPEN);
    }

    @Test
    void an_answer_beside_the_commands_closes_it_early_and_forgets_the_failures() {
        // Given
        NodeBreaker breaker = breaker(NEVER_HALF_OPEN);
        fail(breaker, 5);
        // When
        breaker.answered();
        fail(breaker, 4);
        // Then
        assertThat(breaker.admits(WRITE)).isTrue();
        assertThat(changes).containsExactly(State.OPEN, State.CLOSED);
    }

    @Test
    void refused_writes_hold_back_writes_only() {
        // Given
        NodeBreaker breaker = breaker(NEVER_HALF_OPEN);
        // When
        IntStream.range(0, 5).forEach(i -> breaker.refusedWrite());
        // Then
        assertThat(breaker.admits(WRITE)).isFalse();
        assertThat(breaker.admits(READ)).isTrue();
    }

    @Test
    void reads_do_not_hide_that_writes_are_refused() {
        // Given
        NodeBreaker breaker = breaker(NEVER_HALF_OPEN);
        // When
        IntStream.range(0, 5).forEach(i -> {
            breaker.refusedWrite();
            breaker.succeeded(READ);
        });
        // Then
        assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @Test
    void refused_writes_are_tried_again_by_a_write_and_not_by_a_ping_or_a_read() {
        // Given
        NodeBreaker breaker = breaker(SOON_HALF_OPEN);
        IntStream.range(0, 5).forEach(i -> breaker.refusedWrite());
        // When
        breaker.answered();
        assertThat(breaker.state()).isNotEqualTo(State.CLOSED);
        await().until(() -> breaker.state() == State.HALF_OPEN);
        assertThat(breaker.admits(READ)).isTrue();
        breaker.succeeded(READ);
        assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
        assertThat(breaker.admits(WRITE)).isTrue();
        breaker.succeeded(WRITE);
        // Then
        assertThat(changes).containsExactly(State.OPEN, State.HALF_OPEN, State.CLOSED);
    }

    @Test
    void a_node_that_refused_writes_and_answers_gets_one_write_at_a_time_until_one_is_taken() {
        // Given
        NodeBreaker breaker = breaker(NEVER_HALF_OPEN);
        IntStream.range(0, 5).forEach(i -> breaker.refusedWrite());
        breaker.answered();
        assertThat(IntStream.range(0, 3).mapToObj(i -> breaker.admits(WRITE)).toList())
                .containsExactly(true, false, false);
        breaker.refusedWrite();
        breaker.succeeded(READ);
        breaker.answered();
        assertThat(breaker.admits(WRITE)).isFalse();
        // When
        await().until(() -> breaker.admits(WRITE));
        breaker.succeeded(WRITE);
        // Then
        assertThat(changes).containsExactly(State.OPEN, State.HALF_OPEN, State.CLOSED);
        assertThat(breaker.admits(WRITE)).isTrue();
    }

    @Test
    void a_node_that_is_not_ready_is_not_well_because_it_answers() {
        // Given
        NodeBreaker breaker = breaker(NEVER_HALF_OPEN);
        IntStream.range(0, 5).forEach(i -> breaker.notReady());
        assertThat(breaker.admits(WRITE)).isFalse();
        // When
        breaker.answered();
        // Then
        assertThat(IntStream.range(0, 3).mapToObj(i -> breaker.admits(WRITE)).toList())
                .containsExactly(true, false, false);
        breaker.notReady();
        breaker.answered();
        assertThat(breaker.admits(WRITE)).isFalse();
        assertThat(changes).containsExactly(State.OPEN, State.HALF_OPEN);
    }

    @Test
    void a_node_that_was_not_ready_is_well_when_it_has_served_one() {
        // Given
        NodeBreaker breaker = breaker(NEVER_HALF_OPEN);
        IntStream.range(0, 5).forEach(i -> breaker.notReady());
        breaker.answered();
        // When
        assertThat(breaker.admits(WRITE)).isTrue();
        breaker.succeeded(WRITE);
        // Then
        assertThat(changes).containsExactly(State.OPEN, State.HALF_OPEN, State.CLOSED);
        fail(breaker, 4);
        assertThat(breaker.admits(WRITE)).isTrue();
    }

    @Test
    void it_complains_once_however_often_a_trial_fails() {
        try (LogCapture log = LogCapture.start()) {
            // Given
            NodeBreaker breaker = breaker(SOON_HALF_OPEN);
            IntStream.range(0, 5).forEach(i -> breaker.refusedWrite());
            // When
            for (int i = 0; i < 3; i++) {
                await().until(() -> breaker.admits(WRITE));
                breaker.refusedWrite();
            }
            // Then
            assertThat(log.text()).containsOnlyOnce("refuses writes").doesNotContain("well again");
        }
    }

    @Test
    void it_knows_since_when() {
        assertThat(breaker(NEVER_HALF_OPEN).since()).isEqualTo(Instant.EPOCH);
    }

    private NodeBreaker breaker(BreakerTiming timing) {
        return new NodeBreaker(
                new NodeAddress("127.0.0.1", 7000), timing, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), changes::add);
    }

    private static void fail(NodeBreaker breaker, int times) {
        IntStream.range(0, times).forEach(i -> breaker.failed());
    }
}
