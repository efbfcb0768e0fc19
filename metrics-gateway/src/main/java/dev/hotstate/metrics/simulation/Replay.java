package dev.hotstate.metrics.simulation;

import dev.hotstate.metrics.limit.ReplayedLimit;
import dev.hotstate.metrics.policy.LimitPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** A sample, replayed through a policy: who falls under it, how callers are told apart and what its limit says are its own code. */
final class Replay {

    private static final String HEADER = "header:";
    private static final Set<String> OF_CALLERS = Set.of("ip", "user");

    private final LimitPolicy policy;
    private final LimitPolicy asked;
    private final long firstMinute;
    /** Requests that all callers share are fewer in a thinned sample, so each of them counts for several. */
    private final long weight;

    private final Map<String, ReplayedLimit> limits = new HashMap<>();
    private final Map<String, long[]> callers = new HashMap<>();
    private final long[] allowed = new long[SampleStore.MINUTES + 1];
    private final long[] denied = new long[SampleStore.MINUTES + 1];

    /**
     * @param allowed by minute, the oldest first
     * @param callers who were refused, and how often
     */
    record Result(List<Long> allowed, List<Long> denied, int callers, Set<String> deniedCallers) {

        long allAllowed() {
            return allowed.stream().mapToLong(Long::longValue).sum();
        }

        long allDenied() {
            return denied.stream().mapToLong(Long::longValue).sum();
        }
    }

    private Replay(LimitPolicy policy, LimitPolicy asked, Sample sample, long firstMinute) {
        this.policy = policy;
        this.asked = asked;
        this.firstMinute = firstMinute;
        this.weight = isPerCaller(policy) ? 1 : 1L << sample.thinning();
    }

    /** @param asked the policy whose requests it gets: itself, or that of which it is the shadow */
    static Result of(LimitPolicy policy, LimitPolicy asked, Sample sample, long firstMinute) {
        var replay = new Replay(policy, asked, sample, firstMinute);
        sample.requests().forEach(replay::ask);
        return replay.result(sample.thinning());
    }

    private static boolean isPerCaller(LimitPolicy policy) {
        return policy.spec().key().stream()
                .anyMatch(source -> OF_CALLERS.contains(source) || source.startsWith(HEADER));
    }

    private void ask(Sampled request) {
        int minute = (int) (request.at() / 60_000 - firstMinute);
        if (minute < 0 || minute >= allowed.length || !concerns(request)) {
            return;
        }
        var caller = request.identifier() != null ? request.identifier() : policy.identifierOf(request.subject());
        var limit = limits.computeIfAbsent(caller, first -> ReplayedLimit.of(policy.limit()));
        var counts = callers.computeIfAbsent(caller, first -> new long[2]);
        for (int i = 0; i < request.calls(); i++) {
            boolean admitted = limit.admits(request.at() * 1_000, request.hits() * policy.cost() * weight);
            (admitted ? allowed : denied)[minute]++;
            counts[admitted ? 0 : 1]++;
        }
    }

    private boolean concerns(Sampled request) {
        return request.policies().isEmpty()
                ? request.path() != null && asked.concerns(request.path(), request.method(), Digest::of)
                : policy.isEnabled() && request.policies().contains(asked.id());
    }

    /** What is missing in a thinned sample is added in the same proportion. */
    private Result result(int thinning) {
        var deniedCallers = new HashSet<String>();
        callers.entrySet().stream()
                .filter(caller -> caller.getValue()[1] > 0)
                .sorted(Comparator.comparing(Map.Entry::getKey))
                .forEach(caller -> deniedCallers.add(caller.getKey()));
        return new Result(scaled(allowed, thinning), scaled(denied, thinning), callers.size(), deniedCallers);
    }

    private static List<Long> scaled(long[] counts, int thinning) {
        return new ArrayList<>(IntStream.range(0, counts.length)
                .mapToObj(i -> counts[i] << thinning)
                .toList());
    }
}
