package dev.hotstate.driver.claim;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A claim as it is now.
 *
 * @param token     only for who may change claims
 * @param distance  in km, when it was claimed
 * @param expiresAt when it ends unless it is confirmed; absent once it was
 */
@Schema(name = "Claim")
@JsonInclude(JsonInclude.Include.NON_NULL)
record ClaimView(
        String id,
        String driverId,
        @Nullable Long token,

        @Schema(enumeration = {"claimed", "confirmed", "released", "expired"})
        String state,

        @Nullable Double lat,
        @Nullable Double lon,
        @Nullable Instant positionAt,
        @Nullable Double distance,
        Instant claimedAt,
        @Nullable Instant expiresAt,
        @Nullable Instant confirmedAt,
        @Nullable Instant endedAt) {

    static ClaimView of(Assignment assignment, String driverId) {
        var state = assignment.state();
        return view(
                assignment,
                driverId,
                state,
                state == Assignment.State.CLAIMED || state == Assignment.State.EXPIRED ? assignment.leaseUntil() : null,
                assignment.confirmedAt(),
                assignment.endedAt());
    }

    /** As it was when it was made: what became of it since is for {@code GET}. */
    static ClaimView asClaimed(Assignment assignment, String driverId) {
        return view(assignment, driverId, Assignment.State.CLAIMED, assignment.leaseUntil(), null, null);
    }

    /** For those who may only look. */
    ClaimView withoutToken() {
        return new ClaimView(
                id, driverId, null, state, lat, lon, positionAt, distance, claimedAt, expiresAt, confirmedAt, endedAt);
    }

    private static ClaimView view(
            Assignment assignment,
            String driverId,
            Assignment.State state,
            @Nullable Instant expiresAt,
            @Nullable Instant confirmedAt,
            @Nullable Instant endedAt) {
        var place = assignment.place();
        return new ClaimView(
                assignment.id(),
                driverId,
                assignment.grip().token(),
                state.name().toLowerCase(Locale.ROOT),
                place == null ? null : place.lat(),
                place == null ? null : place.lon(),
                assignment.positionAt(),
                assignment.distance() == null ? null : assignment.distance() / 1_000,
                assignment.claimedAt(),
                expiresAt,
                confirmedAt,
                endedAt);
    }
}
