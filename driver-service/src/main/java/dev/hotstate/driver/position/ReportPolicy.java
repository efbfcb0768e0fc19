package dev.hotstate.driver.position;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.kit.http.problem.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a report has to look like, and which points are good enough to become a position. */
final class ReportPolicy {

    /** More than a double counts. */
    private static final long SEQ_MAX = 1L << 53;

    /** Nothing that moves on earth is that fast, nor anything that it says of itself that large. */
    private static final double KNOWN_MAX = 1e9;

    private ReportPolicy() {}

    /** What is missing or of the wrong form. */
    static List<FieldError> malformed(LocationReport report) {
        var errors = new ArrayList<FieldError>();
        if (report.lat() == null) {
            errors.add(FieldError.at("/lat", "is missing"));
        }
        if (report.lon() == null) {
            errors.add(FieldError.at("/lon", "is missing"));
        }
        var seq = report.seq();
        if (seq != null && (seq < 0 || seq > SEQ_MAX)) {
            errors.add(FieldError.at("/seq", "must be between 0 and " + SEQ_MAX));
        }
        return errors;
    }

    /** Where there is no such place. */
    static List<FieldError> impossible(double lat, double lon) {
        var errors = new ArrayList<FieldError>();
        // Said this way round, NaN is refused too.
        if (!(Math.abs(lat) <= GeoPoint.LAT_MAX)) {
            errors.add(FieldError.at("/lat", "must be between -85.05 and 85.05"));
        }
        if (!(Math.abs(lon) <= GeoPoint.LON_MAX)) {
            errors.add(FieldError.at("/lon", "must be between -180 and 180"));
        }
        return errors;
    }

    /** The point, unless the receiver does not know where it is: it says so itself, or it says 0, 0. */
    static Optional<Point> point(LocationReport report, double lat, double lon, int accuracyMax) {
        var accuracy = known(report.accuracy());
        if (lat == 0 && lon == 0 || accuracy != null && accuracy > accuracyMax) {
            return Optional.empty();
        }
        var motion = new Motion(accuracy, known(report.speed()), known(report.heading()));
        return Optional.of(new Point(new GeoPoint(lat, lon), report.ts(), report.seq(), motion));
    }

    private static @Nullable Double known(@Nullable Double value) {
        return value == null || !(value >= 0 && value <= KNOWN_MAX) ? null : value;
    }
}
