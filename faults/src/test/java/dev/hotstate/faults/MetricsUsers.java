package dev.hotstate.faults;

import static org.awaitility.Awaitility.await;

import dev.hotstate.faults.Balancer.Answer;
import dev.hotstate.kit.testing.scenario.Outcome;
import dev.hotstate.kit.testing.scenario.Scenario;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.awaitility.core.ConditionTimeoutException;

/** Shops that ask before each request and tell of it afterwards. They know how many were let through, and of how many they told. */
final class MetricsUsers extends Users {

    private static final int LIMIT = 8;
    /** So many keys lie on all shards, as good as always. */
    private static final int PROBES = 3;

    private static final int BATCH = 5;
    /** What has not come by then does not come any more. */
    private static final Duration LOSS_SHOWS = Duration.ofSeconds(5);

    /** When Redis has let somebody through, by the rule that it was asked for. */
    private final Map<Rule, Queue<Span>> admitted = new ConcurrentHashMap<>();
    /** When a batch was taken. */
    private final Queue<Span> told = new ConcurrentLinkedQueue<>();

    private final AtomicLong perhaps = new AtomicLong();
    private int round;
    private String lost = "nothing";

    MetricsUsers(World world) {
        super(world, "metrics");
    }

    /** One policy of each algorithm. Those that are closed refuse without Redis: what they let through is what Redis has counted. */
    private enum Rule {
        SUB_WINDOW_RING("closed", "sliding_count:%s:p"),
        FIXED_WINDOW("closed", "rate_limit:%s"),
        SLIDING_LOG("closed", "sliding_limit:%s"),
        SLIDING_COUNTER("closed", "sliding_estimate:%s"),
        TOKEN_BUCKET("closed", "token_bucket:%s"),
        GCRA("closed", "gcra:%s"),
        /** Without Redis it lets everybody through, and says so. */
        OPEN("open", "sliding_count:%s:p");

        final String policy = "faults-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        private final String failMode;
        private final String key;

        Rule(String failMode, String key) {
            this.failMode = failMode;
            this.key = key;
        }

        /** Of a plain caller one knows the key. */
        String spec() {
            var algorithm = (this == OPEN ? SUB_WINDOW_RING : this).name().toLowerCase(Locale.ROOT);
            return """
                    {"limit": %d, "window": "PT1H", "algorithm": "%s", "failMode": "%s", "identifiers": "plain"}""".formatted(LIMIT, algorithm, failMode);
        }

        /** Under which Redis counts the hits of a caller. */
        String key(String env, String caller) {
            return env + ":metrics:" + key.formatted(policy + "." + caller);
        }
    }

    @Override
    void begin() {
        for (var rule : Rule.values()) {
            insist(() -> service.send("PUT", "/policies/" + rule.policy, rule.spec()));
        }
        awaitWell();
    }

    /** A caller and an endpoint of its own for each fault. */
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
        scenario.operation("metrics: check", 5, this::askWhetherAllowed)
                .operation("metrics: tell", 2, random -> tell());
    }

    private Outcome askWhetherAllowed(RandomGenerator random) {
        var rule = Rule.values()[random.nextInt(Rule.values().length)];
        var seen = ask(
                () -> service.post("/limits/check", question(rule, caller(), 1)), answer -> !isOfRedis(source(answer)));
        if (seen.isAcked() && seen.answer().body().path("allowed").asBoolean() && isOfRedis(source(seen.answer()))) {
            admitted.computeIfAbsent(rule, first -> new ConcurrentLinkedQueue<>())
                    .add(seen.span());
        }
        return seen.outcome();
    }

    private String caller() {
        return "caller-" + round;
    }

    private static String question(Rule rule, String caller, int hits) {
        return "{\"policy\": \"%s\", \"identifier\": \"%s\", \"hits\": %d}".formatted(rule.policy, caller, hits);
    }

    private static String source(Answer answer) {
        return answer.body().path("policies").path(0).path("source").asText();
    }

    /** Else it is a substitute, and says so. */
    private static boolean isOfRedis(String source) {
        return !source.startsWith("fail_");
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
                for (int probe = 0; probe < PROBES; probe++) {
                    var question = question(Rule.SUB_WINDOW_RING, "probe-%d-%d".formatted(round, probe), 0);
                    if (!source(service.send(instance, "POST", "/limits/check", question))
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
    private void checkAdmitted(Rule rule, Queue<Span> times) {
        long bound = LIMIT + lossable(rule.key(world.cluster().env(), caller()), times);
        if (times.size() > bound) {
            violation("%s was let through %d times by %s; %d are allowed"
                    .formatted(caller(), times.size(), rule.policy, bound));
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
