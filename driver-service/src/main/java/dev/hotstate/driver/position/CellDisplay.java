package dev.hotstate.driver.position;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.position.DriverStore.Arrival;
import dev.hotstate.driver.position.DriverStore.Departure;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes the cells show what the records say. */
@Singleton
public class CellDisplay {

    private static final int AT_ONCE = 256;

    /** Drivers of one script: a hundred take Redis half a millisecond. */
    private static final int CHUNK = 100;

    /** Drivers that are told of again at a time. */
    private static final int AGAIN = 1_000;

    private final DriverStore store;
    private final CellRegister register;
    private final UntoldCells untold = new UntoldCells();

    CellDisplay(DriverStore store, CellRegister register) {
        this.store = store;
        this.register = register;
    }

    /**
     * First into the cells that drivers are in, then out of those that they have left: nobody is missing in between. A cell that
     * does not answer is told again by {@link #tellAgain}, and by the next sign of life: the process may die.
     */
    public Uni<Shown> show(Map<Long, DriverState> drivers) {
        var arrivals = new LinkedHashMap<Cell, List<Arrival>>();
        var departures = new LinkedHashMap<Cell, List<Departure>>();
        drivers.forEach((driver, state) -> {
            var arrival = Arrival.of(driver, state);
            arrival.ifPresent(it -> arrivals.computeIfAbsent(it.cell(), any -> new ArrayList<>())
                    .add(it));
            var home = arrival.map(Arrival::cell).orElse(null);
            state.left().stream()
                    .filter(cell -> !cell.equals(home))
                    .forEach(cell -> departures
                            .computeIfAbsent(cell, any -> new ArrayList<>())
                            .add(new Departure(driver, state.expiry())));
        });
        var missing = new ConcurrentHashMap<Long, Throwable>();
        var lingering = new ConcurrentHashMap<Long, Throwable>();
        return enter(arrivals, missing)
                .chain(() -> leave(departures, lingering))
                .replaceWith(new Shown(missing, lingering))
                .invoke(shown -> shown.drivers().forEach(driver -> untold.keep(driver, drivers.get(driver))));
    }

    /** What cells could not be told, as long as they answer. It may be late: the version says whether it still counts. */
    Uni<Void> tellAgain(Instant now) {
        var due = untold.take(AGAIN, now.toEpochMilli());
        return due.isEmpty()
                ? Uni.createFrom().voidItem()
                : show(due)
                        .chain(shown -> shown.drivers().isEmpty()
                                ? tellAgain(now)
                                : Uni.createFrom().voidItem());
    }

    /** How many drivers there are whose cells could not be told. */
    int untold() {
        return untold.size();
    }

    private Uni<Void> enter(Map<Cell, List<Arrival>> arrivals, Map<Long, Throwable> missing) {
        return all(inChunks(
                arrivals,
                (cell, chunk) -> enter(cell, chunk)
                        .onFailure()
                        .invoke(cause -> chunk.forEach(arrival -> missing.put(arrival.driver(), cause)))
                        .onFailure()
                        .recoverWithNull()));
    }

    /** Whoever sweeps knows of the cell before anybody enters it; and again if it was forgotten because it was empty. */
    private Uni<Void> enter(Cell cell, List<Arrival> arrivals) {
        long lapse = arrivals.stream().mapToLong(Arrival::expiry).min().orElseThrow();
        return register.ensure(cell, lapse)
                .chain(() -> store.enter(cell, arrivals))
                .chain(opened ->
                        opened ? register.again(cell, lapse) : Uni.createFrom().voidItem());
    }

    private Uni<Void> leave(Map<Cell, List<Departure>> departures, Map<Long, Throwable> lingering) {
        return all(inChunks(
                departures,
                (cell, chunk) -> store.leave(cell, chunk)
                        .onFailure()
                        .invoke(cause -> chunk.forEach(departure -> lingering.put(departure.driver(), cause)))
                        .onFailure()
                        .recoverWithNull()));
    }

    private static <T> Stream<Uni<Void>> inChunks(
            Map<Cell, List<T>> byCell, BiFunction<Cell, List<T>, Uni<Void>> work) {
        return byCell.entrySet().stream().flatMap(entry -> {
            var all = entry.getValue();
            return IntStream.iterate(0, from -> from < all.size(), from -> from + CHUNK)
                    .mapToObj(from ->
                            work.apply(entry.getKey(), all.subList(from, Math.min(all.size(), from + CHUNK))));
        });
    }

    private static Uni<Void> all(Stream<Uni<Void>> each) {
        var list = each.toList();
        return list.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(list).usingConcurrencyOf(AT_ONCE).andFailFast().replaceWithVoid();
    }
}
