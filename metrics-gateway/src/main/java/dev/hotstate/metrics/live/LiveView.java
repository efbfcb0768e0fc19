package dev.hotstate.metrics.live;

import dev.hotstate.kit.redis.vitals.Trouble;
import dev.hotstate.kit.redis.vitals.Vitals;
import dev.hotstate.kit.redis.vitals.Vitals.Reason;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How things are at this moment, seen from this instance.
 *
 * @param totals absent while Redis does not tell them
 * @param steps that have ended since the last one, at most a minute of them; the snapshot has the hour instead
 */
@Schema(name = "Live")
record LiveView(
        Instant asOf, TotalsStore.@Nullable Totals totals, long gateways, Backends backends, List<StepView> steps) {

    @Schema(name = "LiveBackends")
    record Backends(State redis, State postgres, List<Reason> reasons) {

        private static final Set<String> SILENCE = Stream.of(
                        Trouble.NODE_DOWN, Trouble.CLUSTER_INCOMPLETE, Trouble.REDIS_DOWN, Trouble.POSTGRES_DOWN)
                .map(Trouble::code)
                .collect(Collectors.toUnmodifiableSet());

        static Backends of(Vitals vitals) {
            return new Backends(
                    vitals.redis().state(),
                    vitals.postgres().state(),
                    vitals.reasons().stream()
                            .filter(reason -> SILENCE.contains(reason.code()))
                            .toList());
        }
    }
}
