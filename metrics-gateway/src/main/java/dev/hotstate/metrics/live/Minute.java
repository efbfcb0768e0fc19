package dev.hotstate.metrics.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an instance, or all of them, saw in a minute.
 *
 * @param steps null where nobody was there to see
 */
record Minute(
        List<@Nullable Step> steps,
        Map<String, Figures> endpoints,
        Map<String, InstanceFigures> instances,
        Map<String, PolicyFigures> policies) {

    Minute plus(Minute other) {
        var all = new ArrayList<@Nullable Step>(Step.PER_MINUTE);
        for (int i = 0; i < Step.PER_MINUTE; i++) {
            all.add(plus(steps.get(i), other.steps.get(i)));
        }
        return new Minute(
                all,
                plus(endpoints, other.endpoints, Figures::plus),
                plus(instances, other.instances, InstanceFigures::plus),
                plus(policies, other.policies, PolicyFigures::plus));
    }

    private static @Nullable Step plus(@Nullable Step one, @Nullable Step other) {
        return one == null || other == null ? (one == null ? other : one) : one.plus(other);
    }

    private static <T> Map<String, T> plus(Map<String, T> one, Map<String, T> other, BinaryOperator<T> plus) {
        var all = new HashMap<>(one);
        other.forEach((key, value) -> all.merge(key, value, plus));
        return all;
    }
}
