package dev.hotstate.driver.position;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of a report.
 *
 * @param verdict   on the point; whatever it is, the driver lives
 * @param reason    why it is busy or offline
 * @param position  where the driver is now, as far as it is known
 * @param heardUntil when it is hidden unless it is heard of again
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReportAnswer(
        ReportVerdict verdict,
        Status status,
        @Nullable String reason,
        @Nullable PositionView position,
        Instant heardUntil) {

    static ReportAnswer of(Taken.Recorded taken, boolean imprecise) {
        var driver = taken.driver();
        return new ReportAnswer(
                imprecise ? ReportVerdict.IMPRECISE : ReportVerdict.of(taken.verdict()),
                driver.status(),
                driver.reason().isEmpty() ? null : driver.reason(),
                PositionView.of(driver.position()),
                Instant.ofEpochMilli(driver.expiry()));
    }
}
