package dev.hotstate.metrics.live;

import dev.hotstate.metrics.decision.Decided;
import dev.hotstate.metrics.observation.Recorded;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A minute of this instance while it lasts. Not for several threads. */
final class GrowingMinute {

    private static final class OfPolicy {
        long allowed;
        long denied;
        long near;
        long wouldDeny;
        long wouldAllow;
        long withoutRedis;
        final Hottest callers = new Hottest();

        void add(Decided decided) {
            allowed += decided.allowed() ? 1 : 0;
            denied += decided.allowed() ? 0 : 1;
            near += decided.near() ? 1 : 0;
            wouldDeny += decided.shadow() && !decided.allowed() && decided.requestAllowed() ? 1 : 0;
            wouldAllow += decided.shadow() && decided.allowed() && !decided.requestAllowed() ? 1 : 0;
            withoutRedis += decided.withoutRedis() ? 1 : 0;
            callers.add(decided.caller(), decided.allowed());
        }

        PolicyFigures figures() {
            return new PolicyFigures(allowed, denied, near, wouldDeny, wouldAllow, withoutRedis, callers.found())
                    .pruned();
        }
    }

    private final Set<String> waitingEndpoints;
    private final @Nullable Step[] steps = new Step[Step.PER_MINUTE];
    private final Map<String, Figures> endpoints = new HashMap<>();
    private final Map<String, InstanceFigures> instances = new HashMap<>();
    private final Map<String, OfPolicy> policies = new HashMap<>();

    /** @param waitingEndpoints whose times are not those of all requests */
    GrowingMinute(Set<String> waitingEndpoints) {
        this.waitingEndpoints = waitingEndpoints;
    }

    /** Somebody was there to see this step, even if nothing happened in it. */
    void see(int step) {
        steps[step] = seen(step);
    }

    void add(int step, Recorded recorded) {
        var times = Times.NONE;
        for (var endpoint : recorded.byEndpoint().entrySet()) {
            var of = endpoint.getValue();
            var figures = new Figures(of.count(), of.errors(), of.failed(), of.micros(), Times.of(of.buckets()));
            times = waitingEndpoints.contains(endpoint.getKey()) ? times : times.plus(figures.times());
            endpoints.merge(endpoint.getKey(), figures, Figures::plus);
        }
        recorded.byInstance()
                .forEach((instance, of) ->
                        instances.merge(instance, new InstanceFigures(of.count(), of.errors()), InstanceFigures::plus));
        var classes = recorded.byClass();
        steps[step] = seen(step)
                .plus(new Step(classes.get(0) + classes.get(1), classes.get(2), classes.get(3), classes.get(4), times));
    }

    void add(Decided decided) {
        policies.computeIfAbsent(decided.policy(), policy -> new OfPolicy()).add(decided);
    }

    Minute sofar() {
        return new Minute(
                Arrays.asList(steps.clone()),
                Map.copyOf(endpoints),
                Map.copyOf(instances),
                policies.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, policy -> policy.getValue().figures())));
    }

    private Step seen(int step) {
        var before = steps[step];
        return before == null ? Step.NONE : before;
    }
}
