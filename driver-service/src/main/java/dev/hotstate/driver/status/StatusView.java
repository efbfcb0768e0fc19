package dev.hotstate.driver.status;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hotstate.driver.mirror.LastStates.LastState;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.PositionView;
import dev.hotstate.driver.position.Reasons;
import dev.hotstate.driver.position.Status;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a driver stands.
 *
 * @param reason     why it is busy or offline
 * @param position   where it was last
 * @param heardUntil when it is hidden unless it is heard of again
 * @param stale      whether this comes from Postgres, because Redis does not know the driver or does not answer
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusView(
        Status status,
        @Nullable String reason,
        @Nullable PositionView position,
        @Nullable Instant heardUntil,
        boolean stale) {

    /** Nothing was ever heard of it. */
    static final StatusView NEVER_HEARD = new StatusView(Status.OFFLINE, null, null, null, false);

    static StatusView of(DriverState driver) {
        return new StatusView(
                driver.status(),
                orNull(driver.reason()),
                PositionView.of(driver.position()),
                Instant.ofEpochMilli(driver.expiry()),
                false);
    }

    static StatusView of(LastState last) {
        return new StatusView(last.status(), orNull(last.reason()), last.position(), last.heardUntil(), true);
    }

    /** Who has just gone silent is offline, whether or not it was swept. */
    StatusView at(Instant now) {
        return status == Status.AVAILABLE && heardUntil != null && !heardUntil.isAfter(now)
                ? new StatusView(Status.OFFLINE, Reasons.HEARTBEAT, position, heardUntil, stale)
                : this;
    }

    private static @Nullable String orNull(String reason) {
        return reason.isEmpty() ? null : reason;
    }
}
