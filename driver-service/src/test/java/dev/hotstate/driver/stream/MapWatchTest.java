package dev.hotstate.driver.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.driver.position.Status;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import java.util.List;
import org.junit.jupiter.api.Test;

class MapWatchTest {

    private static final long INSIDE = 5_000_000;
    private static final long OUTSIDE = 50_000_000;

    /** Nobody listens to it here. */
    private final MapWatch watch = new MapWatch(new Bounds(0, 0, 1, 1), null, 10);

    @Test
    void who_comes_moves_and_goes_is_told() {
        assertThat(concern(1, INSIDE).inside()).hasSize(1);
        assertThat(concern(2, INSIDE + 1).inside()).hasSize(1);
        assertThat(concern(3, OUTSIDE).gone()).containsExactly(7L);
        assertThat(concern(4, OUTSIDE).isEmpty()).isTrue();
    }

    @Test
    void an_older_message_moves_nobody_back() {
        concern(5, INSIDE);

        assertThat(concern(4, INSIDE + 1).isEmpty()).isTrue();
        assertThat(concern(4, OUTSIDE).isEmpty()).isTrue();
    }

    @Test
    void an_older_message_does_not_bring_back_who_has_left() {
        concern(5, INSIDE);
        concern(7, OUTSIDE);

        assertThat(concern(6, INSIDE).isEmpty()).isTrue();
        assertThat(concern(8, INSIDE).inside()).hasSize(1);
    }

    @Test
    void of_very_many_that_have_left_the_last_ones_are_remembered() {
        for (long driver = 100; driver < 150; driver++) {
            watch.concern(List.of(new LiveDriver(driver, Status.AVAILABLE, INSIDE, INSIDE, 0, 1)));
            watch.concern(List.of(new LiveDriver(driver, Status.AVAILABLE, OUTSIDE, OUTSIDE, 0, 3)));
        }

        assertThat(watch.concern(List.of(new LiveDriver(149, Status.AVAILABLE, INSIDE, INSIDE, 0, 2)))
                        .isEmpty())
                .isTrue();
    }

    @Test
    void of_what_nobody_can_be_told_so_much_waits_and_then_a_snapshot_is_due() {
        var told = watch.concerns().subscribe().withSubscriber(AssertSubscriber.create(Long.MAX_VALUE));
        for (int version = 1; version <= MapWatch.UNTOLD_MAX + 5; version++) {
            watch.add(concern(version, INSIDE));
        }

        assertThat(told.getItems()).hasSize(MapWatch.UNTOLD_MAX);
        for (int i = 1; i < MapWatch.UNTOLD_MAX; i++) {
            assertThat(watch.told()).isFalse();
        }
        assertThat(watch.told()).isTrue();
        watch.add(concern(1_000, INSIDE));
        assertThat(watch.told()).isFalse();
    }

    private MapWatch.Concern concern(long version, long place) {
        return watch.concern(List.of(new LiveDriver(7, Status.AVAILABLE, place, place, 0, version)));
    }
}
