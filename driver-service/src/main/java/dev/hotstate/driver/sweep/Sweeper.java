package dev.hotstate.driver.sweep;

import dev.hotstate.driver.cell.Cell;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverChanges;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.time.RedisClock;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Sweeps the cells whose turn it is. */
@Singleton
class Sweeper {

    private static final int AT_ONCE = 32;

    private final SweepStore store;
    private final DriverKeys keys;
    private final SweepConfig config;
    private final RedisClock clock;
    private final DriverChanges changes;
    private final SweepMetrics metrics;

    Sweeper(
            SweepStore store,
            DriverKeys keys,
            SweepConfig config,
            RedisClock clock,
            DriverChanges changes,
            SweepMetrics metrics) {
        this.store = store;
        this.keys = keys;
        this.config = config;
        this.clock = clock;
        this.changes = changes;
        this.metrics = metrics;
    }

    /** One list after the other fails alone. */
    Uni<Void> sweep() {
        return each(keys.allCells(), this::sweep);
    }

    private Uni<Void> sweep(RedisKey list) {
        return store.claim(list).chain(claimed -> {
            clock.heard(claimed.now());
            long until = claimed.now().plus(config.lease()).toEpochMilli();
            long revisit = claimed.now().plus(config.revisit()).toEpochMilli();
            return each(
                    claimed.cells(),
                    cell -> sweep(cell, 0)
                            .chain(next -> store.settle(list, cell, until, next == 0 ? 0 : Math.min(next, revisit))));
        });
    }

    /**
     * @param stuck how many of those that lapsed first can't be taken out now: their nodes do not answer
     * @return when the next one lapses, unix milliseconds; 0: the cell is empty
     */
    private Uni<Long> sweep(Cell cell, int stuck) {
        return store.lapsed(cell, stuck)
                .chain(found -> found.drivers().isEmpty()
                        ? Uni.createFrom().item(found.next())
                        : lapse(found.drivers())
                                .chain(noted -> drop(cell, noted)
                                        .chain(() -> sweep(
                                                cell, stuck + found.drivers().size() - noted.size()))));
    }

    private Uni<Void> drop(Cell cell, List<Long> drivers) {
        return drivers.isEmpty() ? Uni.createFrom().voidItem() : store.drop(cell, drivers);
    }

    /** @return those whose record was asked, whatever it said */
    private Uni<List<Long>> lapse(List<Long> drivers) {
        var silent = Collections.synchronizedList(new ArrayList<DriverChange>());
        var noted = Collections.synchronizedList(new ArrayList<Long>());
        return each(
                        drivers,
                        driver -> store.lapse(driver)
                                .invoke(found -> {
                                    noted.add(driver);
                                    found.ifPresent(state -> silent.add(new DriverChange(driver, state, null)));
                                })
                                .onFailure()
                                .recoverWithItem(Optional.empty())
                                .replaceWithVoid())
                .invoke(() -> note(silent))
                .replaceWith(noted);
    }

    private void note(List<DriverChange> silent) {
        long now = clock.now().toEpochMilli();
        silent.forEach(
                change -> metrics.lapsed(Duration.ofMillis(now - change.state().expiry())));
        changes.tell(silent);
    }

    private static <T> Uni<Void> each(Collection<T> items, Function<T, Uni<Void>> action) {
        return items.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join()
                        .all(items.stream().map(action).toList())
                        .usingConcurrencyOf(AT_ONCE)
                        .andCollectFailures()
                        .replaceWithVoid();
    }
}
