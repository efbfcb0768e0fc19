package dev.hotstate.driver.search;

import dev.hotstate.driver.cell.Area;
import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverFailure.ImpossiblePlace;
import dev.hotstate.driver.stream.Bounds;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what somebody searches for: around a point, or in an area. */
@Singleton
class QueryReader {

    private static final int LIMIT_MAX = 500;
    private static final double RADIUS_KM = 5;
    private static final int CORNERS_MAX = 100;

    /** In an address a bare semicolon ends the parameter. */
    private static final String CORNERS_FORM = "a semicolon between corners is written as %3B";

    private static final double HALF_TURN = 180;

    private final SearchConfig config;

    QueryReader(SearchConfig config) {
        this.config = config;
    }

    NearestQuery read(Where where, int limit) {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw invalid("limit", "must be between 1 and " + LIMIT_MAX);
        }
        boolean isAround = where.lat() != null || where.lon() != null || where.radius() != null;
        if (Stream.of(isAround, where.bbox() != null, where.polygon() != null)
                        .filter(given -> given)
                        .count()
                > 1) {
            throw invalid(where.bbox() != null ? "bbox" : "polygon", "can't be combined with another place");
        }
        if (where.bbox() != null) {
            return NearestQuery.within(box(where.bbox()), limit);
        }
        return where.polygon() != null
                ? NearestQuery.within(polygon(where.polygon()), limit)
                : new NearestQuery(place(where.lat(), where.lon()), radius(where.radius()), limit);
    }

    /** A name that the configuration explains, or weights. */
    Optional<ScorePolicy> score(@Nullable String score) {
        if (score == null) {
            return Optional.empty();
        }
        var weights = config.scores().getOrDefault(score, score);
        return Optional.of(ScorePolicy.parse(weights)
                .orElseThrow(() -> invalid(
                        "score",
                        "must be weights such as distance:2,age:1,rating:1,idle:1, or one of "
                                + config.scores().keySet())));
    }

    private Area box(String bbox) {
        var bounds = Bounds.parse(bbox);
        if (bounds.width() >= HALF_TURN) {
            throw tooLarge("bbox");
        }
        return checked("bbox", bounds.area());
    }

    private Area polygon(String text) {
        var corners = corners(text.strip().split("[,;]", -1));
        if (corners.size() > 1 && corners.getFirst().equals(corners.getLast())) {
            corners.removeLast();
        }
        if (corners.stream().distinct().count() < 3 || corners.size() > CORNERS_MAX) {
            throw invalid("polygon", "must have 3 to " + CORNERS_MAX + " corners; " + CORNERS_FORM);
        }
        corners.forEach(corner -> checked("polygon", corner));
        return checked("polygon", Area.polygon(corners));
    }

    private static List<GeoPoint> corners(String[] numbers) {
        var corners = new ArrayList<GeoPoint>();
        try {
            for (int i = 0; i < numbers.length; i += 2) {
                corners.add(new GeoPoint(Double.parseDouble(numbers[i + 1]), Double.parseDouble(numbers[i])));
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw invalid("polygon", "must be longitude,latitude,longitude,latitude,...; " + CORNERS_FORM);
        }
        return corners;
    }

    private Area checked(String parameter, Area area) {
        // Said this way round, NaN is refused too.
        if (!(area.reach() <= Kilometres.toMetres(config.radiusMax()))) {
            throw tooLarge(parameter);
        }
        return area;
    }

    private Refusal tooLarge(String parameter) {
        return invalid(parameter, "must fit into a circle of " + config.radiusMax() + " km");
    }

    private static GeoPoint place(@Nullable Double lat, @Nullable Double lon) {
        var missing = new ArrayList<FieldError>();
        if (lat == null) {
            missing.add(FieldError.ofParameter("lat", "is missing"));
        }
        if (lon == null) {
            missing.add(FieldError.ofParameter("lon", "is missing"));
        }
        if (lat == null || lon == null) {
            throw invalid(missing);
        }
        var place = new GeoPoint(lat, lon);
        return checked(Math.abs(lat) <= GeoPoint.LAT_MAX ? "lon" : "lat", place);
    }

    private static GeoPoint checked(String parameter, GeoPoint place) {
        if (!place.isOnMap()) {
            throw new ImpossiblePlace(List.of(FieldError.ofParameter(
                    parameter, "lat must be between -85.05 and 85.05, lon between -180 and 180")));
        }
        return place;
    }

    private double radius(@Nullable Double kilometres) {
        double radius = Objects.requireNonNullElse(kilometres, RADIUS_KM);
        if (!(radius > 0 && radius <= config.radiusMax())) {
            throw invalid("radius", "must be above 0 and at most " + config.radiusMax());
        }
        return Kilometres.toMetres(radius);
    }

    private static Refusal invalid(String parameter, String detail) {
        return invalid(List.of(FieldError.ofParameter(parameter, detail)));
    }

    private static Refusal invalid(List<FieldError> errors) {
        return new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
    }
}
