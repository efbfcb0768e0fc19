package dev.hotstate.monitor.statuspage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.monitor.read.ShownState;
import dev.hotstate.monitor.statuspage.PublicPage.Component;
import dev.hotstate.monitor.statuspage.PublicPage.DayOfComponent;
import dev.hotstate.monitor.statuspage.PublicPage.Outage;
import dev.hotstate.monitor.statuspage.PublicPage.Section;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatusPageHtmlTest {

    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @Test
    void what_people_wrote_is_never_markup() {
        var html = StatusPageHtml.of(page("<script>alert(1)</script>", ShownState.UP, NOON, true), NOON);

        assertThat(html).doesNotContain("<script").contains("&lt;script&gt;");
    }

    @Test
    void every_day_has_a_bar_and_one_that_nobody_watched_is_empty() {
        var html = StatusPageHtml.of(page("shop", ShownState.UP, NOON, true), NOON);

        assertThat(html.split("<rect class=\"none\"", -1)).hasSize(90);
        assertThat(html).contains("2026-11-17: 99.50 %").contains("99.50 % uptime");
    }

    @Test
    void a_page_that_is_not_live_says_how_old_it_is() {
        var html = StatusPageHtml.of(page("shop", ShownState.UP, NOON.minusSeconds(300), false), NOON);

        assertThat(html).contains("5 min old").contains("18 Nov 2026, 11:55 UTC");
        assertThat(StatusPageHtml.of(page("shop", ShownState.UP, NOON, true), NOON))
                .doesNotContain("old, from");
    }

    @Test
    void what_is_down_outweighs_the_rest_and_a_paused_part_does_not_count() {
        assertThat(PublicPage.worst(List.of(ShownState.UP, ShownState.MAINTENANCE, ShownState.DOWN)))
                .isEqualTo(ShownState.DOWN);
        assertThat(PublicPage.worst(List.of(ShownState.UP, ShownState.PAUSED))).isEqualTo(ShownState.UP);
        assertThat(PublicPage.worst(List.of(ShownState.PAUSED))).isEqualTo(ShownState.UNKNOWN);
        assertThat(PublicPage.worst(List.of())).isEqualTo(ShownState.UNKNOWN);
    }

    @Test
    void what_is_young_says_since_when_and_claims_no_share_of_its_first_minutes() {
        assertThat(since(NOON.minusSeconds(25)))
                .contains("watched since 18 Nov 2026, 11:59 UTC")
                .doesNotContain("99.50 % uptime");
        assertThat(since(NOON.plusSeconds(2))).contains("watched since");
        assertThat(since(NOON.minus(Duration.ofHours(52)))).contains("99.50 % uptime in 2 d 4 h");
    }

    private static String since(Instant created) {
        return StatusPageHtml.of(page("shop", ShownState.UP, NOON, true, created), NOON);
    }

    private static PublicPage page(String title, ShownState state, Instant asOf, boolean live) {
        return page(title, state, asOf, live, null);
    }

    private static PublicPage page(
            String title, ShownState state, Instant asOf, boolean live, @Nullable Instant created) {
        var component = new Component(
                "checkout", state, 0.995, created, List.of(new DayOfComponent(LocalDate.of(2026, 11, 17), 0.995)));
        return new PublicPage(
                "shop",
                title,
                "",
                state,
                asOf,
                live,
                List.of(new Section("Shop", List.of(component))),
                List.of(new Outage("checkout", NOON.minusSeconds(7200), NOON.minusSeconds(3600), false)));
    }
}
