package dev.hotstate.metrics.observation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;

/** Takes observations that arrive as a part of something else. */
@Singleton
public class ObservationIntake {

    private final ObservationReader reader;
    private final Recording recording;
    private final Clock clock;

    ObservationIntake(ObservationReader reader, Recording recording, Clock clock) {
        this.reader = reader;
        this.recording = recording;
        this.clock = clock;
    }

    /**
     * What is about to be counted; until {@link #record} nothing is.
     *
     * @param excluded requests of the machine itself
     */
    public record Prepared(int taken, int excluded, List<?> observations) {}

    /** @param place of the n-th in the body; all are refused if one is wrong */
    public Prepared prepare(List<JsonNode> observations, String place) throws JsonProcessingException {
        var batch = reader.nodes(observations, place, clock.instant());
        return new Prepared(batch.observations().size(), batch.excluded(), batch.observations());
    }

    /** Completes when Redis has counted them. */
    public Uni<Void> record(Prepared prepared) {
        var observations =
                prepared.observations().stream().map(Observation.class::cast).toList();
        return recording.record(Measurements.of(observations));
    }
}
