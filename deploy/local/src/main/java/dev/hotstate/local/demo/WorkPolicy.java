package dev.hotstate.local.demo;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How long a task takes, and whether it fails. */
final class WorkPolicy {

    private static final double FAILURE_SHARE = 0.06;
    private static final double USUAL_MS = 1_100;
    private static final double SPREAD = 0.6;
    private static final long LONGEST_MS = 9_000;
    private static final int ROWS_MAX = 2_000;
    private static final List<String> FAILURES = List.of(
            "connection reset by peer", "disk quota exceeded", "no answer within 2 s", "row 17 is not a number");

    private WorkPolicy() {}

    /** @param failure absent if it succeeds */
    record Plan(Duration lasts, @Nullable String failure, int rows) {}

    /** Most take about a second, a few much longer. */
    static Plan plan(String task, RandomGenerator random) {
        double factor = task.startsWith("scene") || task.startsWith("forecast") ? 2 : 1;
        long millis = Math.min(LONGEST_MS, Math.round(USUAL_MS * factor * Math.exp(SPREAD * random.nextGaussian())));
        var failure = random.nextDouble() < FAILURE_SHARE ? FAILURES.get(random.nextInt(FAILURES.size())) : null;
        return new Plan(Duration.ofMillis(millis), failure, random.nextInt(ROWS_MAX));
    }
}
