package dev.hotstate.driver.position;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What became of a report, as the API says it. */
public enum ReportVerdict {
    RECORDED,
    HEARD,
    OUTDATED,
    IMPLAUSIBLE,
    /** The receiver does not know where it is. */
    IMPRECISE,
    /** The item is not in order; its detail says why. */
    INVALID,
    /** There is no such driver. */
    UNKNOWN,
    /** Nobody knows how the driver stands: it stays hidden, and should send it again. */
    UNDECIDED,
    /** Redis did not answer in time; sending it again is safe. */
    LOST;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ReportVerdict of(Verdict verdict) {
        return valueOf(verdict.name());
    }
}
