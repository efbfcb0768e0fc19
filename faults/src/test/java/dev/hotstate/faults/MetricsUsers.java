package dev.hotstate.faults;

import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.testing.scenario.Outcome;
import dev.hotstate.kit.testing.scenario.Scenario;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.awaitility.core.ConditionTimeoutException;

/** Shops that ask before each request and tell of it afterwards. They know how many were let through, and of how many they told. */
final class MetricsUsers extends Users {

    private static final int CALLERS = 3;
    private static final int LIMIT = 8;
    private static final int BATCH = 5;
    /** What has not come by then does not come any more. */
    private static final Duration LOSS_SHOWS = Duration.ofSeconds(5);

    /** By caller, when it was let through. */
    private final Map<String, Queue<Span>> admitted = new ConcurrentHashMap<>();
    /** When a batch was taken. */
    private final Queue<Span> told = new ConcurrentLinkedQueue<>();

    private final AtomicLong perhaps = new AtomicLong();
    private int round;
    private String lost = "nothing";

    MetricsUsers(World world) {
        super(world, "metrics");
    }

    /** Without Redis it refuses: so what is let through is what Redis has counted. Of a plain caller one knows the key. */
    @Override
    void begin() {
        insist(() -> service.send("PUT", "/policies/faults", """
                {"limit": %d, "window": "PT1H", "failMode": "closed", "identifiers": "plain"}""".formatted(LIMIT)));
        awaitWell();
    }

    /** Callers and an endpoint of its own for each fault. */
    @Override
    void expect(Fault fault) {
        super.expect(fault);
        round++;
        admitted.clear();
        told.clear();
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
            admitted.computeIfAbsent(caller, first -> new ConcurrentLinkedQueue<>())
                    .add(seen.span());
        }
        return seen.outcome();
    }

    private Outcome tell() {
        var one = "{\"instance\": \"shop\", \"method\": \"GET\", \"route\": \"%s\", \"status\": 200, \"durationMs\": 3}"
                .formatted(endpoint());
        var seen = ask(() ->
                service.post("/observations", Collections.nCopies(BATCH, one).toString()));
        switch (seen.outcome()) {
            case ACKED -> told.add(seen.span());
            case UNKNOWN -> perhaps.addAndGet(BATCH);
            case REFUSED -> {}
        }
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
        admitted.forEach(this::checkAdmitted);
        long acknowledged = (long) told.size() * BATCH;
        var key = world.cluster().env() + ":metrics:requests:endpoint:GET " + endpoint();
        long lossable = lossable(key, told) * BATCH;
        long counted = awaitCounted(acknowledged, lossable);
        if (counted > acknowledged + perhaps.get()) {
            violation("%d were counted of %d told and %d perhaps".formatted(counted, acknowledged, perhaps.get()));
        }
        if (counted < acknowledged - lossable) {
            violation("%d were counted of %d told, of which Redis may have lost %d"
                    .formatted(counted, acknowledged, lossable));
        }
        if (counted < acknowledged) {
            lost = (lost.equals("nothing") ? "" : lost + "; ")
                    + "%d of %d observations".formatted(acknowledged - counted, acknowledged);
        }
    }

    /** A count that Redis has lost begins again: so many more are let through as it had counted in the moments that it lost. */
    private void checkAdmitted(String caller, Queue<Span> times) {
        var key = world.cluster().env() + ":metrics:sliding_count:faults." + caller;
        long bound = LIMIT + lossable(key, times);
        if (times.size() > bound) {
            violation("%s was let through %d times; %d are allowed".formatted(caller, times.size(), bound));
        } else if (times.size() > LIMIT) {
            lost = "hits counted in an open window: up to %d of %d were let through".formatted(times.size(), LIMIT);
        }
    }

    private long lossable(String key, Queue<Span> written) {
        return written.stream()
                .filter(span -> world.losses().mayHold(key, span))
                .count();
    }

    /** All that was told, or what is there of it after a while. */
    private long awaitCounted(long acknowledged, long lossable) {
        try {
            return await().atMost(lossable == 0 ? patience() : LOSS_SHOWS)
                    .ignoreExceptions()
                    .until(this::counted, count -> count >= acknowledged);
        } catch (ConditionTimeoutException less) {
            return await().atMost(patience()).ignoreExceptions().until(this::counted, count -> count > 0);
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
