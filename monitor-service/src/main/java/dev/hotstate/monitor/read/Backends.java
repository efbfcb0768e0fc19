package dev.hotstate.monitor.read;

import dev.hotstate.kit.redis.vitals.Trouble;
import dev.hotstate.kit.redis.vitals.Vitals;
import dev.hotstate.kit.redis.vitals.Vitals.Reason;
import dev.hotstate.kit.redis.vitals.Vitals.State;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Whether Redis and Postgres answer this instance: what a page that is open must be told at once, because no result says it.
 *
 * @param reasons what does not answer, and since when
 */
@Schema(name = "MonitorBackends")
record Backends(State redis, State postgres, List<Reason> reasons) {

    private static final Set<String> SILENCE = Stream.of(
                    Trouble.NODE_DOWN, Trouble.CLUSTER_INCOMPLETE, Trouble.REDIS_DOWN, Trouble.POSTGRES_DOWN)
            .map(Trouble::code)
            .collect(Collectors.toUnmodifiableSet());

    static Backends of(Vitals vitals) {
        var silent = vitals.reasons().stream()
                .filter(reason -> SILENCE.contains(reason.code()))
                .toList();
        return new Backends(vitals.redis().state(), vitals.postgres().state(), silent);
    }
}
