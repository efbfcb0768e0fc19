package dev.hotstate.local.demo;

import dev.hotstate.local.stage.Act;
import dev.hotstate.local.stage.ServiceApi;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A shop on three instances: before each request it asks whether the visitor may go on, afterwards it tells how it ended. Two
 * visitors want more than they are allowed.
 */
final class Shop implements Act {

    private static final List<String> INSTANCES = List.of("shop-1", "shop-2", "shop-3");
    private static final int TOO_MANY = 429;

    private final ServiceApi service;
    private final int requestsPerSecond;
    private final SplittableRandom random;

    Shop(ServiceApi service, int requestsPerSecond, SplittableRandom random) {
        this.service = service;
        this.requestsPerSecond = requestsPerSecond;
        this.random = random;
    }

    @Override
    public String name() {
        return "shop";
    }

    @Override
    public Duration period() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void begin() throws IOException {
        service.takeKey(List.of("read", "write", "limit", "record"));
        for (var policy : ShopPolicies.ALL.entrySet()) {
            service.put("/policies/" + policy.getKey(), policy.getValue()).orRefuse();
        }
    }

    @Override
    public void play() throws IOException {
        if (requestsPerSecond == 0) {
            return;
        }
        var visits = visits();
        var checks = visits.stream().map(Visit::question).toList();
        var verdicts = service.post("/limits/check/batch", Map.of("checks", checks))
                .orRefuse()
                .path("verdicts");
        List<Map<String, Object>> told = new ArrayList<>();
        for (int i = 0; i < visits.size(); i++) {
            told.add(told(visits.get(i), verdicts.path(i).path("allowed").asBoolean()));
        }
        service.post("/observations", told).orRefuse();
        for (var instance : INSTANCES) {
            service.post("/connections", Map.of("instance", instance, "open", 8 + random.nextInt(12)))
                    .orRefuse();
        }
    }

    @Override
    public void end() throws IOException {
        for (var instance : INSTANCES) {
            service.post("/connections", Map.of("instance", instance, "open", 0));
        }
        service.close();
    }

    private List<Visit> visits() {
        List<Visit> visits = new ArrayList<>();
        // A shop is never equally full.
        int count = Math.max(1, (int) Math.round(requestsPerSecond * (0.7 + 0.6 * random.nextDouble())));
        for (int i = 0; i < count; i++) {
            visits.add(Visit.any(random));
        }
        return visits;
    }

    private Map<String, Object> told(Visit visit, boolean allowed) {
        var end = allowed ? visit.end(random) : new Visit.End(TOO_MANY, 1);
        return Map.of(
                "instance", INSTANCES.get(random.nextInt(INSTANCES.size())),
                "method", visit.method(),
                "route", visit.route(),
                "status", end.status(),
                "durationMs", end.millis(),
                "client", visit.ip(),
                "refused", !allowed);
    }
}
