package dev.hotstate.metrics.otlp;

import dev.hotstate.metrics.observation.Recording;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Records exports. What an exporter sends again after a failure has the same bytes, so it is the same batch and counts once. Of
 * streams that grow the batch is also named after where they stood: told again after it was counted, nothing has grown.
 */
@Singleton
class OtlpIntake {

    private final Recording recording;
    private final PointStore points;
    private final OtlpConfig config;
    private final Clock clock;

    OtlpIntake(Recording recording, PointStore points, OtlpConfig config, Clock clock) {
        this.recording = recording;
        this.points = points;
        this.config = config;
        this.clock = clock;
    }

    Uni<Void> take(byte[] body, Told told) {
        return takeSteps(body, told).chain(() -> takeGrowing(body, told));
    }

    private Uni<Void> takeSteps(byte[] body, Told told) {
        var measurements = told.measurements();
        if (measurements.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return told.timed
                ? recording.recordOnce("otlp." + digest(body, ""), measurements)
                : recording.record(measurements);
    }

    private Uni<Void> takeGrowing(byte[] body, Told told) {
        if (told.growing.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return points.admit(told.growing).chain(admitted -> {
            told.reject(
                    told.growing.size() - admitted.size(), "too many sums and histograms are cumulative: send deltas");
            return takeGrowing(body, told, admitted);
        });
    }

    private Uni<Void> takeGrowing(byte[] body, Told told, List<Growing> streams) {
        long remembered = nanos(clock.instant().minus(config.pointLifetime()));
        return points.last(streams).chain(last -> {
            var news = new Told();
            for (int i = 0; i < streams.size(); i++) {
                var growing = streams.get(i);
                var point = growing.point();
                last.get(i)
                        .map(before -> point.since(Point.ofText(before)))
                        .orElseGet(() -> point.sinceStart(remembered))
                        .ifPresent(grown -> growing.record().accept(grown, news));
            }
            told.reject(news.rejected, news.reason());
            var stood =
                    String.join("\n", last.stream().map(text -> text.orElse("")).toList());
            var batch = "otlp." + digest(body, stood);
            var recorded = news.measurements().isEmpty()
                    ? Uni.createFrom().voidItem()
                    : recording.recordOnce(batch, news.measurements());
            return recorded.chain(() -> points.keep(streams));
        });
    }

    private static long nanos(Instant at) {
        return TimeUnit.SECONDS.toNanos(at.getEpochSecond());
    }

    private static String digest(byte[] body, String more) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(body);
            digest.update(more.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
