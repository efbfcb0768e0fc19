package dev.hotstate.driver.overview;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.driver.search.Source;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How this instance is doing. */
record OverviewView(SearchView search, RebuildView rebuild) {

    /**
     * Who answers searches.
     *
     * @param source Postgres from its first answer on, until it has answered none for five seconds
     * @param since  when that changed last
     */
    record SearchView(Source source, Instant since) {}

    /**
     * What Redis has lost.
     *
     * @param missingRanges of 64, which nobody has built again yet
     * @param last          the last time that this instance brought something back
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record RebuildView(int missingRanges, @Nullable LastRebuildView last) {}

    /** @param tookMs from when it was noticed */
    record LastRebuildView(Instant at, int ranges, int drivers, long tookMs) {}
}
