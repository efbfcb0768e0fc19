package dev.hotstate.faults;

import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.scenario.Outcome;
import dev.hotstate.kit.testing.scenario.Scenario;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** Shops that ask before each request and tell of it afterwards. They know how many were let through, and of how many they told. */
final class MetricsUsers extends Users {

    private static final int CALLERS = 3;
    private static final int LIMIT = 8;
    private static final int BATCH = 5;

    private final Map<String, AtomicInteger> admitted = new ConcurrentHashMap<>();
    private final AtomicLong told = new AtomicLong();
    private final AtomicLong perhaps = new AtomicLong();
    private int round;
    private String lost = "nothing";

    MetricsUsers(World world) {
        super(world, "metrics");
    }

    /** Without Redis it refuses: so what is let through is what Redis has counted. */
    @Override
    void begin() {
        insist(() -> service.send("PUT", "/policies/faults", """
                {"limit": %d, "window": "PT1H", "failMode": "closed"}""".formatted(LIMIT)));
        awaitWell();
    }

    /** Callers and an endpoint of its own for each fault. */
    @Override
    void expect(Fault fault) {
        super.expect(fault);
        round++;
        admitted.clear();
        told.set(0);
        perhaps.set(0);
        lost = "nothing";
    }

    @Override
    void work(Scenario scenario) {
        scenario.operation("metrics: check", 3, this::askWhetherAllowed)
                .operation("metrics: tell", 2, random -> tell());
    }

    private Outcome askWhetherAllowed(RandomGenerator random) {
        var caller = "caller-" + round + "-" + random.nextInt(CALLERS);
        var seen = ask(
                () -> service.post(
                        "/limits/check", "{\"policy\": \"faults\", \"identifier\": \"%s\"}".formatted(caller)),
                answer -> answer.body()
                        .path("policies")
                        .path(0)
                        .path("source")
                        .asText()
                        .startsWith("fail_"));
        if (seen.isAcked() && seen.answer().body().path("allowed").asBoolean()) {
            admitted.computeIfAbsent(caller, first -> new AtomicInteger()).incrementAndGet();
        }
        return seen.outcome();
    }

    private Outcome tell() {
        var one = "{\"instance\": \"shop\", \"method\": \"GET\", \"route\": \"%s\", \"status\": 200, \"durationMs\": 3}"
                .formatted(endpoint());
        var seen = ask(() ->
                service.post("/observations", Collections.nCopies(BATCH, one).toString()));
        (seen.isAcked() ? told : perhaps).addAndGet(seen.outcome() == Outcome.REFUSED ? 0 : BATCH);
        return seen.outcome();
    }

    private String endpoint() {
        return "/faults-" + (char) ('a' + round % 26);
    }

    @Override
    void awaitWell() {
        for (var instance : world.instancesOf(app)) {
            await().atMost(patience()).ignoreExceptions().until(() -> {
                for (int caller = 0; caller < CALLERS; caller++) {
                    var answer = service.send(
                            instance,
                            "POST",
                            "/limits/check",
                            "{\"policy\": \"faults\", \"identifier\": \"probe-%d-%d\", \"hits\": 0}"
                                    .formatted(round, caller));
                    if (!answer.body()
                            .path("policies")
                            .path(0)
                            .path("source")
                            .asText()
                            .equals("redis")) {
                        return false;
                    }
                }
                return true;
            });
        }
        await().atMost(patience()).until(() -> tell() == Outcome.ACKED);
    }

    @Override
    void check(Fault fault) {
        // A count that Redis has lost begins again.
        boolean redisMayLose = redisMayLose(fault);
        int bound = redisMayLose ? 2 * LIMIT : LIMIT;
        admitted.forEach((caller, times) -> {
            if (times.get() > bound) {
                violation("%s was let through %d times; %d are allowed".formatted(caller, times.get(), bound));
            } else if (times.get() > LIMIT) {
                lost = "hits counted in an open window: up to %d of %d were let through".formatted(times.get(), LIMIT);
            }
        });
        long counted = await().atMost(patience())
                .ignoreExceptions()
                .until(this::counted, count -> count >= told.get() || redisMayLose);
        if (counted > told.get() + perhaps.get()) {
            violation("%d were counted of %d told and %d perhaps".formatted(counted, told.get(), perhaps.get()));
        }
        if (counted < told.get()) {
            lost = (lost.equals("nothing") ? "" : lost + "; ")
                    + "%d of %d observations".formatted(told.get() - counted, told.get());
        }
    }

    private long counted() throws IOException {
        for (var item : service.get("/endpoints?limit=500").body().path("items")) {
            if (item.path("endpoint").asText().equals("GET " + endpoint())) {
                return item.path("requests").asLong();
            }
        }
        return 0;
    }

    @Override
    String lost() {
        return lost;
    }
}
