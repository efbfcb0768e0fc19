package dev.hotstate.driver.geofence;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** In which fences drivers are, in Redis. */
@Singleton
class InsideStore {

    static final Script<CrossWord> CROSS_FENCES = Script.load("lua/geofence/cross_fences.lua", CrossWord.class);
    static final Script<RemindWord> REMIND_FENCES = Script.load("lua/geofence/remind_fences.lua", RemindWord.class);
    static final Script<ForgetWord> FORGET_CROSSINGS =
            Script.load("lua/geofence/forget_crossings.lua", ForgetWord.class);

    /** A driver that crosses so many fences before any of it can be written loses the rest. */
    private static final int UNTOLD_MAX = 200;

    private static final String NONE = "-";

    private final RedisRouter redis;
    private final Scripts scripts;
    private final DriverKeys keys;

    InsideStore(RedisRouter redis, Scripts scripts, DriverKeys keys) {
        this.redis = redis;
        this.scripts = scripts;
        this.keys = keys;
    }

    /**
     * Where a driver was.
     *
     * @param version grows from step to step of a driver
     * @param fences  that contain the place
     */
    record Step(long version, Instant at, GeoPoint place, List<Fence> fences) {}

    /** Those of the drivers that were in a fence lately, and those of whom Redis could not say: who is compared is not overlooked. */
    Uni<Set<Long>> known(List<Long> drivers) {
        return redis.sendAll(drivers.stream()
                        .map(driver -> Command.of("EXISTS").key(keys.inside(driver)))
                        .toList())
                .map(outcomes -> {
                    var known = new HashSet<Long>();
                    for (int i = 0; i < outcomes.size(); i++) {
                        if (!(outcomes.get(i) instanceof Outcome.Replied replied)
                                || replied.reply().integer() == 1) {
                            known.add(drivers.get(i));
                        }
                    }
                    return known;
                });
    }

    /**
     * All crossings of the driver that were not written down yet, in the order in which they happened.
     *
     * @param list   version of the list of fences that the steps were compared with
     * @param stored the fences that the driver is in according to Postgres, or null if it was not asked
     * @return empty if Redis knows nothing of the driver and Postgres was not asked
     */
    Uni<Optional<List<Crossing>>> cross(long driver, List<Step> steps, long list, @Nullable List<Stay> stored) {
        var arguments = new ArrayList<Object>();
        arguments.add(UNTOLD_MAX);
        arguments.add(list);
        arguments.add(stored == null ? "" : stored.isEmpty() ? NONE : Stay.text(stored));
        for (var step : steps) {
            arguments.add(step.version());
            arguments.add(step.at().toEpochMilli());
            arguments.add(Crossing.placeText(step.place()));
            arguments.add(step.fences().size());
            for (var fence : step.fences()) {
                arguments.add(fence.number());
                arguments.add(fence.dwell() == null ? 0L : fence.dwell().toMillis());
            }
        }
        return scripts.run(CROSS_FENCES, keys.inside(driver))
                .idempotent()
                .args(arguments.toArray())
                .map(reply -> reply.is(CrossWord.UNKNOWN)
                        ? Optional.empty()
                        : Optional.of(reply.textsFrom(0).stream()
                                .map(text -> Crossing.of(driver, text))
                                .toList()));
    }

    /** Of a driver that it has forgotten; who crosses a fence meanwhile has asked Postgres, too. */
    Uni<Void> remind(long driver, List<Stay> stays) {
        return scripts.run(REMIND_FENCES, keys.inside(driver))
                .idempotent()
                .args(Stay.text(stays))
                .replaceWithVoid();
    }

    Uni<Void> forget(long driver, List<Crossing> written) {
        return scripts.run(FORGET_CROSSINGS, keys.inside(driver))
                .idempotent()
                .args(written.stream().map(Crossing::text).toArray())
                .replaceWithVoid();
    }

    /** Of a driver that was erased. */
    Uni<Void> forget(long driver) {
        return redis.send(Command.of("DEL").key(keys.inside(driver)).idempotent())
                .replaceWithVoid();
    }
}
