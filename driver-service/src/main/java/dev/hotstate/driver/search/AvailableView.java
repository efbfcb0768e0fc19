package dev.hotstate.driver.search;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The nearest available drivers, nearest first; or the best of them, best first.
 *
 * @param complete       whether no nearer one can be missing
 * @param searchedRadius how far was looked, in km; less than asked for when enough were found nearer
 * @param source         who answered
 * @param stale          whether this is what was known a while ago; see the ages
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AvailableView(
        List<DriverNearby> drivers,
        boolean complete,
        double searchedRadius,
        Instant asOf,
        Source source,
        boolean stale,
        @Nullable Explain explain) {

    /**
     * One of them.
     *
     * @param distance in km, along the great circle
     * @param ageMs    of the position
     * @param score    from 0 to 1, if one was asked for
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record DriverNearby(
            String id,
            double lat,
            double lon,
            double distance,
            Instant positionAt,
            long ageMs,
            @Nullable Double score) {}

    /**
     * What it took.
     *
     * @param cells      that were asked in the last round
     * @param rounds     each over more of the cells or farther than the one before
     * @param roundTrips to Redis and back: cells, then who of them lives, and how far to look if that is not known here
     * @param scanned    points that came back
     * @param expired    of which so many had lapsed or left
     */
    public record Explain(
            @Schema(examples = "2") int cells,
            @Schema(examples = "1") int rounds,
            @Schema(examples = "2") int roundTrips,
            int scanned,
            int expired) {}
}
