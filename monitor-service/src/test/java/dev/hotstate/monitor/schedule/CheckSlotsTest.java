package dev.hotstate.monitor.schedule;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CheckSlotsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long HOUR = 3_600 * SECOND;

    private final CheckSlots slots = new CheckSlots(4, 3, 2, ofSeconds(1), ofSeconds(1));

    @Test
    void a_check_takes_a_place_until_it_is_closed() {
        var slot = slots.enter("a", 0).orElseThrow();
        assertThat(slots.free()).isEqualTo(3);

        slot.answered(0);
        assertThat(slots.free()).isEqualTo(3);
        slot.close(0);
        slot.close(0);

        assertThat(slots.free()).isEqualTo(4);
        assertThat(slots.underWay()).isZero();
    }

    @Test
    void a_host_has_no_more_than_its_share() {
        var first = slots.enter("a", 0).orElseThrow();
        slots.enter("a", 0).orElseThrow();

        assertThat(slots.enter("a", 0)).isEmpty();
        assertThat(slots.enter("b", 0)).isPresent();
        first.answered(0);
        assertThat(slots.enter("a", 0)).isPresent();
    }

    @Test
    void who_comes_to_a_quick_host_in_a_crowd_is_served_in_turn() {
        var first = slots.enter("a", 0).orElseThrow();
        slots.enter("a", 0).orElseThrow();
        var third = queue("a", 0);
        var fourth = queue("a", 0);
        assertThat(slots.free()).as("who stands in line will run").isZero();
        assertThat(slots.queue("a", 0)).as("half of the lane is for others").isEmpty();

        first.answered(0);

        assertThat(third.join()).isPresent();
        assertThat(fourth).isNotDone();
        third.join().orElseThrow().close(0);
        assertThat(fourth.join()).isPresent();
    }

    @Test
    void nobody_stands_in_line_for_longer_than_a_moment() {
        slots.enter("a", 0).orElseThrow();
        slots.enter("a", SECOND / 2).orElseThrow().answered(0);
        slots.enter("a", SECOND / 2).orElseThrow();
        var waiting = queue("a", SECOND / 2);

        slots.age(SECOND / 2 + SECOND - 1);
        assertThat(waiting.join()).as("its host has become slow").isEmpty();
        assertThat(slots.queue("a", SECOND)).isEmpty();
        assertThat(slots.free()).isEqualTo(2);
    }

    @Test
    void a_line_that_does_not_move_is_left() {
        var first = slots.enter("a", 0).orElseThrow();
        slots.enter("a", 0).orElseThrow().answered(0);
        slots.enter("a", SECOND / 2).orElseThrow();
        var waiting = queue("a", 0);
        first.answered(0);
        assertThat(waiting.join()).isPresent();
        var next = queue("a", SECOND / 4);

        slots.age(SECOND + SECOND / 4);

        assertThat(next.join()).isEmpty();
    }

    private CompletableFuture<Optional<CheckSlots.Slot>> queue(String host, long nowNanos) {
        return slots.queue(host, nowNanos).orElseThrow().toCompletableFuture();
    }

    @Test
    void what_becomes_slow_makes_room() {
        slots.enter("a", 0).orElseThrow();
        slots.enter("b", SECOND / 2).orElseThrow();

        slots.age(SECOND);

        assertThat(slots.free()).isEqualTo(3);
        assertThat(slots.underWay()).isEqualTo(2);
    }

    @Test
    void while_too_many_are_slow_only_hosts_known_to_be_slow_wait() {
        IntStream.range(0, 3).forEach(n -> slots.enter("slow-" + n, 0).orElseThrow());
        slots.age(SECOND);

        assertThat(slots.enter("slow-1", SECOND)).isEmpty();
        assertThat(slots.enter("fine", SECOND)).isPresent();
    }

    @Test
    void when_everything_begins_to_hang_there_is_an_end() {
        for (int round = 0; round < 10; round++) {
            for (int n = 0; slots.free() > 0; n++) {
                slots.enter("host-" + round + "-" + n, round * SECOND).orElseThrow();
            }
            slots.age((round + 1) * SECOND);
        }

        assertThat(slots.underWay()).isEqualTo(3 * (4 + 3));
        assertThat(slots.free()).isZero();
        assertThat(slots.enter("another", 11 * SECOND)).isEmpty();
    }

    @Test
    void a_host_is_slow_until_it_has_answered_in_time_again() {
        var slow = slots.enter("a", 0).orElseThrow();
        slots.enter("b", 0).orElseThrow();
        slots.enter("c", 0).orElseThrow();
        slots.enter("d", 0).orElseThrow();
        slots.age(SECOND);
        slow.close(0);
        assertThat(slots.enter("a", SECOND))
                .as("three are slow still, and so was this one")
                .isEmpty();
    }

    @Test
    void a_slow_host_that_nobody_checks_any_more_is_forgotten_after_the_longest_interval() {
        var gone = slots.enter("gone", 0).orElseThrow();
        slots.age(SECOND);
        gone.close(SECOND);
        IntStream.range(0, 3).forEach(n -> slots.enter("slow-" + n, SECOND).orElseThrow());
        slots.age(24 * HOUR);
        assertThat(slots.enter("gone", 24 * HOUR)).as("one of a day may come").isEmpty();

        slots.age(25 * HOUR);

        assertThat(slots.enter("gone", 25 * HOUR)).isPresent();
        assertThat(slots.enter("slow-0", 25 * HOUR)).as("not done yet").isEmpty();
    }

    @Test
    void a_result_on_its_way_to_redis_does_not_make_its_host_slow() {
        var slot = slots.enter("a", 0).orElseThrow();
        slot.answered(0);
        slots.age(2 * SECOND);
        slot.close(0);
        IntStream.range(0, 3).forEach(n -> slots.enter("slow-" + n, 2 * SECOND).orElseThrow());
        slots.age(3 * SECOND);

        assertThat(slots.enter("a", 3 * SECOND)).isPresent();
    }

    @Test
    void a_check_that_ended_in_time_never_turns_slow() {
        slots.enter("a", 0).orElseThrow().close(0);

        slots.age(SECOND);

        assertThat(slots.underWay()).isZero();
        assertThat(slots.free()).isEqualTo(4);
    }
}
