package dev.hotstate.bench.monitor;

/**
 * What monitor-service has counted since its start.
 *
 * @param claims checks that were begun
 * @param checks results that count
 * @param up     those of them that found the target up
 * @param late   how late checks began
 * @param pages  how long the service took for pages of states, from the head of the request to the end of the answer
 */
record MonitorFigures(long claims, long checks, long up, ClassCounts late, ClassCounts pages) {

    private static final String PAGES = "uri=\"/monitors/status\"";

    static MonitorFigures parse(String metrics) {
        long claims = 0;
        long checks = 0;
        long up = 0;
        var late = ClassCounts.none();
        var pages = ClassCounts.none();
        for (var line : metrics.split("\n")) {
            if (line.startsWith("monitor_check_total{")) {
                checks += value(line);
                up += line.contains("outcome=\"up\"") ? value(line) : 0;
            } else if (line.startsWith("monitor_claim_total{") && line.contains("outcome=\"claimed\"")) {
                claims += value(line);
            } else if (line.startsWith("monitor_check_lateness_seconds_bucket{")) {
                late.read(line, value(line));
            } else if (line.startsWith("http_server_requests_seconds_bucket{")
                    && line.contains(PAGES)
                    && line.contains("status=\"200\"")) {
                pages.read(line, value(line));
            }
        }
        return new MonitorFigures(claims, checks, up, late, pages);
    }

    MonitorFigures since(MonitorFigures earlier) {
        return new MonitorFigures(
                claims - earlier.claims,
                checks - earlier.checks,
                up - earlier.up,
                late.since(earlier.late),
                pages.since(earlier.pages));
    }

    private static long value(String line) {
        return (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }
}
