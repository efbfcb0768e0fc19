package dev.hotstate.driver.position;

import dev.hotstate.driver.platform.DriverFailure.DriverNotFound;
import dev.hotstate.driver.platform.DriverFailure.DriverUndecided;
import dev.hotstate.driver.platform.DriverFailure.ImpossiblePlace;
import dev.hotstate.driver.registry.DriverIds;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes what one driver reports. */
@Singleton
public class Reports {

    private final Positions positions;
    private final DriverIds ids;
    private final PositionConfig config;
    private final PositionMetrics metrics;

    Reports(Positions positions, DriverIds ids, PositionConfig config, PositionMetrics metrics) {
        this.positions = positions;
        this.ids = ids;
        this.config = config;
        this.metrics = metrics;
    }

    public Uni<ReportAnswer> take(String id, LocationReport report) {
        var point = point(report);
        return tell(id, point).map(taken -> answer(taken, point == null));
    }

    public Uni<ReportAnswer> heartbeat(String id) {
        return tell(id, null).map(taken -> answer(taken, false));
    }

    private ReportAnswer answer(Taken.Recorded taken, boolean imprecise) {
        var answer = ReportAnswer.of(taken, imprecise);
        metrics.count(answer.verdict());
        return answer;
    }

    /** Null if the receiver does not know where it is, which is a sign of life still. */
    private @Nullable Point point(LocationReport report) {
        var lat = report.lat();
        var lon = report.lon();
        var malformed = ReportPolicy.malformed(report);
        if (!malformed.isEmpty() || lat == null || lon == null) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", malformed);
        }
        var impossible = ReportPolicy.impossible(lat, lon);
        if (!impossible.isEmpty()) {
            throw new ImpossiblePlace(impossible);
        }
        return ReportPolicy.point(report, lat, lon, config.accuracyMax()).orElse(null);
    }

    private Uni<Taken.Recorded> tell(String id, @Nullable Point point) {
        return ids.numberOf(id)
                .chain(number -> positions.take(List.of(new Sign(number, point))))
                .map(List::getFirst)
                .chain(taken -> switch (taken) {
                    case Taken.Recorded recorded -> Uni.createFrom().item(recorded);
                    case Taken.Lost lost -> Uni.createFrom().failure(lost.cause());
                    case Taken.Undecided undecided -> undecided(id);
                });
    }

    /** Either there is no such driver any more, or Postgres is away. */
    private Uni<Taken.Recorded> undecided(String id) {
        ids.forget(id);
        return ids.numberOf(id)
                .onFailure(failure -> !(failure instanceof DriverNotFound))
                .transform(away -> new DriverUndecided())
                .chain(number -> Uni.createFrom().failure(new DriverUndecided()));
    }
}
