package dev.hotstate.metrics.otlp;

import dev.hotstate.metrics.observation.Measurements;
import dev.hotstate.metrics.observation.Requests;
import dev.hotstate.metrics.observation.Sample;
import java.util.ArrayList;
import java.util.List;

/** What an export says, gathered. */
final class Told {

    final List<Requests> requests = new ArrayList<>();
    final List<Sample> samples = new ArrayList<>();
    final List<Growing> growing = new ArrayList<>();

    /** Whether each point says when it was taken, so that no two exports are alike. */
    boolean timed = true;

    long rejected;
    private String reason = "";

    void reject(long points, String why) {
        rejected += points;
        reason = points > 0 && reason.isEmpty() ? why : reason;
    }

    /** The first one. */
    String reason() {
        return reason;
    }

    Measurements measurements() {
        return new Measurements(List.of(), requests, samples);
    }
}
