package dev.hotstate.metrics.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.metrics.live.PolicyFigures.OfCaller;
import org.junit.jupiter.api.Test;

class HottestTest {

    private final Hottest hottest = new Hottest();

    @Test
    void who_asks_often_is_found_among_thousands_who_ask_once() {
        for (int i = 0; i < 10_000; i++) {
            hottest.add("once-" + i, true);
            if (i % 10 == 0) {
                hottest.add("often", i % 20 == 0);
            }
        }
        var found = hottest.found();
        assertThat(found).hasSize(Hottest.PLACES);
        assertThat(found.get("often").asked()).isBetween(800L, 1_000L);
        assertThat(found.get("often").denied()).isBetween(400L, 500L);
        assertThat(found.entrySet())
                .filteredOn(each -> !each.getKey().equals("often"))
                .allSatisfy(each -> assertThat(each.getValue().asked()).isLessThan(10));
    }

    @Test
    void few_are_counted_exactly() {
        hottest.add("a", true);
        hottest.add("a", false);
        hottest.add("b", true);
        assertThat(hottest.found()).containsEntry("a", new OfCaller(2, 1)).containsEntry("b", new OfCaller(1, 0));
    }
}
