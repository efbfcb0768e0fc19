package dev.hotstate.driver.claim;

import dev.hotstate.driver.cell.GeoPoint;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks for.
 *
 * @param requestId by which the same order is known when it comes again
 * @param ttl       how long claims last that are not confirmed
 * @param ttlAsked  what the request said about that; another instance may have another default
 */
record ClaimOrder(
        String requestId, Wish wish, Duration ttl, @Nullable Duration ttlAsked) {

    private static final double MILLIMETRES = 1_000;

    ClaimOrder(String requestId, Wish wish, Duration ttl) {
        this(requestId, wish, ttl, ttl);
    }

    /** Which drivers. */
    sealed interface Wish {

        /** Where they are asked for, if that matters. */
        @Nullable
        GeoPoint place();

        /** @param radius in metres */
        record Nearest(GeoPoint centre, double radius, int count) implements Wish {

            @Override
            public GeoPoint place() {
                return centre;
            }
        }

        record Chosen(long driver) implements Wish {

            @Override
            public @Nullable GeoPoint place() {
                return null;
            }
        }
    }

    /** One line that is the same for the same order. */
    String asked() {
        return switch (wish) {
            case Wish.Nearest nearest ->
                "nearest %d at %d %d within %d mm for %s"
                        .formatted(
                                nearest.count(),
                                nearest.centre().latE7(),
                                nearest.centre().lonE7(),
                                Math.round(nearest.radius() * MILLIMETRES),
                                askedTtl());
            case Wish.Chosen chosen -> "driver " + chosen.driver() + " for " + askedTtl();
        };
    }

    private String askedTtl() {
        return ttlAsked == null ? "the usual time" : ttlAsked.toString();
    }

    int count() {
        return switch (wish) {
            case Wish.Nearest nearest -> nearest.count();
            case Wish.Chosen chosen -> 1;
        };
    }
}
