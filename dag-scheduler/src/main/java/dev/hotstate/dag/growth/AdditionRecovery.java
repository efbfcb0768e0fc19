package dev.hotstate.dag.growth;

import static java.util.stream.Collectors.toList;

import dev.hotstate.dag.growth.AdditionStore.Confirmed;
import dev.hotstate.dag.platform.DagFailure;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Makes Redis and Postgres agree about the additions to a job after Redis may have lost something. Those that are open are decided now: later,
 * somebody could still confirm what Redis has forgotten. Those that are confirmed are added again if Redis lacks them.
 */
@Singleton
public class AdditionRecovery {

    private static final Logger LOG = Logger.getLogger(AdditionRecovery.class);
    private static final int PAGE = 100;

    private final AdditionStore postgres;
    private final GrowthStore redis;
    private final Growth growth;

    AdditionRecovery(AdditionStore postgres, GrowthStore redis, Growth growth) {
        this.postgres = postgres;
        this.redis = redis;
        this.growth = growth;
    }

    /**
     * Repeated, or of a job that has lost nothing, it changes nothing. Those that are confirmed come first, since what is open may depend on
     * them, and once more after what was open is decided: others may have confirmed it meanwhile.
     */
    public Uni<Void> settle(String job) {
        return postgres.open(job)
                .chain(open -> restoreFrom(job, -1)
                        .chain(() -> open.isEmpty()
                                ? Uni.createFrom().voidItem()
                                : oneByOne(open.stream().map(this::decide).toList())
                                        .chain(() -> restoreFrom(job, -1))));
    }

    /** One that can't be added is given up by that. */
    private Uni<Void> decide(Addition addition) {
        return growth.carryOut(addition)
                .onFailure(DagFailure.class)
                .recoverWithNull()
                .replaceWithVoid();
    }

    private Uni<Void> restoreFrom(String job, int position) {
        return postgres.confirmed(job, position, PAGE)
                .chain(page -> page.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : restore(job, page)
                                .chain(() -> restoreFrom(
                                        job, page.getLast().addition().firstPosition())));
    }

    /** In the order in which they were added: a later one may depend on an earlier one. */
    private Uni<Void> restore(String job, List<Confirmed> additions) {
        var first = additions.stream().map(Confirmed::firstTask).toList();
        return redis.missing(job, first)
                .chain(missing -> oneByOne(additions.stream()
                        .filter(confirmed -> missing.contains(confirmed.firstTask()))
                        .map(confirmed -> restore(confirmed.addition()))
                        .toList()));
    }

    private Uni<Void> restore(Addition addition) {
        return growth.restore(addition)
                .invoke(restored -> LOG.infof(
                        restored
                                ? "Redis had lost %d tasks that %s had added; it has them again"
                                : "Redis has lost %d tasks that %s had added, and their job goes on no more",
                        addition.tasks(),
                        addition.adder()))
                .replaceWithVoid();
    }

    private static Uni<Void> oneByOne(Collection<Uni<Void>> steps) {
        return Multi.createFrom()
                .iterable(steps)
                .onItem()
                .transformToUniAndConcatenate(step -> step)
                .collect()
                .with(toList())
                .replaceWithVoid();
    }
}
