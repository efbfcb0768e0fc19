package dev.hotstate.driver.position;

import static java.util.stream.Collectors.groupingBy;

import dev.hotstate.driver.platform.DriverKeys;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Takes signs of life. When the answer is there, searches see what it says. */
@Singleton
public class Positions {

    private static final int AT_ONCE = 256;

    /** Signs of one script: so many take Redis about a millisecond. */
    private static final int CHUNK = 50;

    private final DriverStore store;
    private final CellDisplay display;
    private final Standings standings;
    private final DriverChanges changes;

    Positions(DriverStore store, CellDisplay display, Standings standings, DriverChanges changes) {
        this.store = store;
        this.display = display;
        this.standings = standings;
        this.changes = changes;
    }

    /** In the order given; those of one driver are taken one after the other. */
    public Uni<List<Taken>> take(List<Sign> signs) {
        var batch = new Batch(signs);
        return record(batch, Map.of())
                .chain(() -> decide(batch))
                .chain(() -> display.show(batch.newest()))
                .invoke(shown -> batch.lose(shown.missing()))
                .invoke(() -> changes.tell(batch.changes()))
                .map(nothing -> batch.outcomes());
    }

    /** Postgres is asked about all that Redis does not know, at once. */
    private Uni<Void> decide(Batch batch) {
        var unknown = batch.undecided();
        if (unknown.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return standings.of(unknown).onFailure().recoverWithItem(Map.of()).chain(found -> record(batch, found));
    }

    /** All that are undecided; the second time those about whom Postgres knows. */
    private Uni<Void> record(Batch batch, Map<Long, Standing> standings) {
        return all(batch.undecidedByGroup().stream().map(group -> recordInTurn(batch, group, standings)));
    }

    /** One script after the other: those of one driver keep their order. */
    private Uni<Void> recordInTurn(Batch batch, List<Integer> group, Map<Long, Standing> standings) {
        return Multi.createFrom()
                .iterable(inChunks(group))
                .onItem()
                .transformToUniAndConcatenate(
                        chunk -> record(batch.signs(chunk), standings).invoke(outcomes -> batch.note(chunk, outcomes)))
                .onItem()
                .ignoreAsUni();
    }

    private Uni<List<Taken>> record(List<Sign> signs, Map<Long, Standing> standings) {
        return store.record(signs, standings)
                .onFailure()
                .recoverWithItem(cause -> Collections.nCopies(signs.size(), new Taken.Lost(cause)));
    }

    private static List<List<Integer>> inChunks(List<Integer> all) {
        return IntStream.iterate(0, from -> from < all.size(), from -> from + CHUNK)
                .mapToObj(from -> all.subList(from, Math.min(all.size(), from + CHUNK)))
                .toList();
    }

    private static Uni<Void> all(Stream<Uni<Void>> each) {
        var list = each.toList();
        return list.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(list).usingConcurrencyOf(AT_ONCE).andFailFast().replaceWithVoid();
    }

    /** Signs and what became of them. */
    private static final class Batch {

        private final List<Sign> signs;
        private final Taken[] outcomes;
        private final Map<Long, List<Integer>> byDriver = new LinkedHashMap<>();

        Batch(List<Sign> signs) {
            this.signs = signs;
            this.outcomes = new Taken[signs.size()];
            Arrays.fill(outcomes, new Taken.Undecided());
            for (int i = 0; i < signs.size(); i++) {
                byDriver.computeIfAbsent(signs.get(i).driver(), any -> new ArrayList<>(1))
                        .add(i);
            }
        }

        List<Integer> of(long driver) {
            return byDriver.get(driver);
        }

        List<Sign> signs(List<Integer> indexes) {
            return indexes.stream().map(signs::get).toList();
        }

        void note(List<Integer> indexes, List<Taken> taken) {
            for (int i = 0; i < taken.size(); i++) {
                outcomes[indexes.get(i)] = taken.get(i);
            }
        }

        /** Those whose records lie together, in the order of the signs. */
        Collection<List<Integer>> undecidedByGroup() {
            return IntStream.range(0, outcomes.length)
                    .filter(i -> outcomes[i] instanceof Taken.Undecided)
                    .boxed()
                    .collect(groupingBy(i -> DriverKeys.groupOf(signs.get(i).driver())))
                    .values();
        }

        Collection<Long> undecided() {
            var drivers = new TreeSet<Long>();
            for (int i = 0; i < outcomes.length; i++) {
                if (outcomes[i] instanceof Taken.Undecided) {
                    drivers.add(signs.get(i).driver());
                }
            }
            return drivers;
        }

        List<DriverChange> changes() {
            var changes = new ArrayList<DriverChange>(outcomes.length);
            for (int i = 0; i < outcomes.length; i++) {
                if (outcomes[i] instanceof Taken.Recorded recorded) {
                    var point = recorded.verdict() == Verdict.RECORDED
                            ? signs.get(i).point()
                            : null;
                    changes.add(new DriverChange(signs.get(i).driver(), recorded.driver(), point));
                }
            }
            return changes;
        }

        /** The newest state of each driver, with all cells that any of its signs has told. */
        Map<Long, DriverState> newest() {
            var newest = new LinkedHashMap<Long, DriverState>();
            for (int i = 0; i < outcomes.length; i++) {
                if (outcomes[i] instanceof Taken.Recorded recorded) {
                    newest.merge(signs.get(i).driver(), recorded.driver(), DriverState::followedBy);
                }
            }
            return newest;
        }

        /** It is recorded but not shown: to the sender it is as if it had been lost, and sending it again mends that. */
        void lose(Map<Long, Throwable> causes) {
            causes.forEach((driver, cause) -> of(driver).forEach(index -> outcomes[index] = new Taken.Lost(cause)));
        }

        List<Taken> outcomes() {
            return List.of(outcomes);
        }
    }
}
