package dev.hotstate.metrics.observation;

import java.util.ArrayList;
import java.util.List;

/** What somebody told at once. */
public record Measurements(List<Observation> observations, List<Requests> requests, List<Sample> samples) {

    public static final Measurements NONE = new Measurements(List.of(), List.of(), List.of());

    public static Measurements of(List<Observation> observations) {
        return new Measurements(observations, List.of(), List.of());
    }

    /** As many as wait and as are counted. */
    public int size() {
        return observations.size() + requests.size() + samples.size();
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    static Measurements together(List<Measurements> all) {
        var observations = new ArrayList<Observation>();
        var requests = new ArrayList<Requests>();
        var samples = new ArrayList<Sample>();
        for (var each : all) {
            observations.addAll(each.observations);
            requests.addAll(each.requests);
            samples.addAll(each.samples);
        }
        return new Measurements(observations, requests, samples);
    }
}
