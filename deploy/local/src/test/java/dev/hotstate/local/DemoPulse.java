package dev.hotstate.local;

import dev.hotstate.kit.testing.http.BoundedHttp;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What goes on all the time while the demo world lives, as the services count it since they started. */
record DemoPulse(List<LocalService> services, BoundedHttp http) {

    private static final List<Beat> BEATS = List.of(
            new Beat("checks", "monitor", "monitor_check_total{"),
            new Beat("positions", "driver", "driver_position_signs_total{verdict=\"recorded\"}"),
            new Beat("claims", "driver", "driver_claim_answer_total{outcome=\"full\"}"),
            new Beat("jobs that completed", "dag", "dag_job_ended_total{status=\"completed\"}"),
            new Beat("requests told of", "metrics", "metrics_recording_observations_total{outcome=\"recorded\"}"),
            new Beat("decisions about limits", "metrics", "metrics_limit_decided_total{"));

    /** @param sample how the lines with its figures begin */
    private record Beat(String what, String app, String sample) {}

    /** How often there was each so far. */
    Map<String, Double> soFar() {
        Map<String, Double> soFar = new LinkedHashMap<>();
        BEATS.forEach(beat -> soFar.put(beat.what(), count(beat)));
        return soFar;
    }

    private double count(Beat beat) {
        var service = services.stream()
                .filter(each -> each.app().equals(beat.app()))
                .findFirst()
                .orElseThrow();
        return http.send(HttpRequest.newBuilder(URI.create(service.managementUrl("/q/metrics"))))
                .body()
                .lines()
                .filter(line -> line.startsWith(beat.sample()))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
