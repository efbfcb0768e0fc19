package dev.hotstate.faults;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What somebody was told of outages, each delivery under its key: the same key again is the same alert again. */
final class Alerts {

    private static final Set<String> BEGINNINGS = Set.of("incident.opened", "incident.reopened");
    private static final String END = "incident.resolved";

    /** What came first under each key. */
    private final Map<String, Alert> alerts = new LinkedHashMap<>();

    private int repeated;

    /** @param occasion what it is told of: the same occasion under another key is told twice */
    private record Alert(String type, String monitor, String occasion, Instant at) {

        static Alert of(JsonNode told) {
            var type = told.path("type").asText();
            var data = told.path("data");
            var incident = data.path("incidentId").asText();
            return new Alert(
                    type,
                    data.path("monitorId").asText(),
                    "%s of %s, round %s"
                            .formatted(type, incident, data.path("round").asText()),
                    Instant.parse(data.path("at").asText()));
        }

        boolean isBeginning() {
            return BEGINNINGS.contains(type);
        }
    }

    synchronized void note(String key, JsonNode told) {
        if (alerts.putIfAbsent(key, Alert.of(told)) != null) {
            repeated++;
        }
    }

    synchronized void forgetRepeated() {
        repeated = 0;
    }

    /** How often an alert arrived that had arrived before. */
    synchronized int repeated() {
        return repeated;
    }

    /** Monitors of which the last alert says that they are down. */
    synchronized Set<String> down() {
        var down = new HashSet<String>();
        inOrder().forEach(alert -> {
            if (alert.type().equals(END)) {
                down.remove(alert.monitor());
            } else {
                down.add(alert.monitor());
            }
        });
        return down;
    }

    /** Told twice of one beginning or one end, or of a beginning before the end of the one before. */
    synchronized List<String> doubles() {
        var doubles = new ArrayList<String>();
        Map<String, Integer> times = new TreeMap<>();
        alerts.values().forEach(alert -> times.merge(alert.occasion(), 1, Integer::sum));
        times.forEach((occasion, often) -> {
            if (often > 1) {
                doubles.add(occasion + " was told " + often + " times");
            }
        });
        Map<String, Alert> open = new HashMap<>();
        for (var alert : inOrder()) {
            if (alert.type().equals(END)) {
                open.remove(alert.monitor());
            } else if (alert.isBeginning()) {
                var before = open.put(alert.monitor(), alert);
                if (before != null && !before.occasion().equals(alert.occasion())) {
                    doubles.add("%s was told before the end of %s".formatted(alert.occasion(), before.occasion()));
                }
            }
        }
        return doubles;
    }

    /** Beginnings since then of outages of others than these. */
    synchronized List<String> falseAlarms(Instant since, Set<String> ill) {
        return inOrder().stream()
                .filter(alert -> alert.isBeginning() && !alert.at().isBefore(since))
                .filter(alert -> !ill.contains(alert.monitor()))
                .map(alert -> "%s was told of %s, which was well".formatted(alert.occasion(), alert.monitor()))
                .toList();
    }

    private List<Alert> inOrder() {
        return alerts.values().stream().sorted(Comparator.comparing(Alert::at)).toList();
    }
}
