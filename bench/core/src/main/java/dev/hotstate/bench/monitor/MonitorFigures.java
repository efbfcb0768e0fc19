package dev.hotstate.bench.monitor;

import java.util.Map;
import java.util.TreeMap;

/**
 * What monitor-service has counted since its start.
 *
 * @param claims     checks that were begun
 * @param checks     results that count
 * @param up         those of them that found the target up
 * @param lateByBound how many checks were at most so many seconds late
 */
record MonitorFigures(long claims, long checks, long up, TreeMap<Double, Long> lateByBound) {

    static MonitorFigures parse(String metrics) {
        long claims = 0;
        long checks = 0;
        long up = 0;
        var late = new TreeMap<Double, Long>();
        for (var line : metrics.split("\n")) {
            if (line.startsWith("monitor_check_total{")) {
                checks += value(line);
                up += line.contains("outcome=\"up\"") ? value(line) : 0;
            } else if (line.startsWith("monitor_claim_total{") && line.contains("outcome=\"claimed\"")) {
                claims += value(line);
            } else if (line.startsWith("monitor_check_lateness_seconds_bucket{")) {
                var bound = line.replaceAll(".*le=\"([^\"]+)\".*", "$1");
                late.put(bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound), value(line));
            }
        }
        return new MonitorFigures(claims, checks, up, late);
    }

    MonitorFigures since(MonitorFigures earlier) {
        var late = new TreeMap<>(lateByBound);
        late.replaceAll((bound, count) -> count - earlier.lateByBound.getOrDefault(bound, 0L));
        return new MonitorFigures(claims - earlier.claims, checks - earlier.checks, up - earlier.up, late);
    }

    /** The bound of the histogram below which this share of all checks lies. */
    double lateMillisAtMost(double percentile) {
        if (lateByBound.isEmpty()) {
            return Double.NaN;
        }
        double wanted = lateByBound.lastEntry().getValue() * percentile / 100;
        return lateByBound.entrySet().stream()
                        .filter(bound -> bound.getValue() >= wanted)
                        .mapToDouble(Map.Entry::getKey)
                        .findFirst()
                        .orElse(Double.POSITIVE_INFINITY)
                * 1_000;
    }

    private static long value(String line) {
        return (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }
}
