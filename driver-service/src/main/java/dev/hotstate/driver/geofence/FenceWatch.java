package dev.hotstate.driver.geofence;

import dev.hotstate.driver.cell.CellGrid;
import dev.hotstate.driver.geofence.InsideStore.Step;
import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverListener;
import dev.hotstate.kit.redis.time.RedisClock;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Compares where drivers are with where they were. Of a driver that is in no fence and was in none, Redis is asked once. */
@Singleton
class FenceWatch implements DriverListener {

    private static final Logger LOG = Logger.getLogger(FenceWatch.class);

    private static final int AT_ONCE = 256;

    /** Signs of life. Beyond it the next ones of the same drivers make up for it. */
    private static final int WAITING_MAX = 50_000;

    /** So many fences and points fit into one call, which takes Redis a millisecond. */
    private static final int VALUES_MAX = 1_000;

    private final Fences fences;
    private final InsideStore inside;
    private final EventStore events;
    private final CellGrid grid;
    private final RedisClock clock;
    private final GeofenceMetrics metrics;
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Drivers that are being compared, each with what came of it meanwhile. Without that order a point outside of all fences would pass by the
     * earlier one that is just being entered, and the exit would not be told before the driver's next sign of life.
     */
    private final Map<Long, List<DriverChange>> underWay = new ConcurrentHashMap<>();

    FenceWatch(
            Fences fences,
            InsideStore inside,
            EventStore events,
            CellGrid grid,
            RedisClock clock,
            GeofenceMetrics metrics) {
        this.fences = fences;
        this.inside = inside;
        this.events = events;
        this.grid = grid;
        this.clock = clock;
        this.metrics = metrics;
        metrics.watch(() -> fences.index().size(), waiting::get);
    }

    @Override
    public void changed(List<DriverChange> changes) {
        if (fences.index().isEmpty()) {
            return;
        }
        int signs = changes.size();
        if (waiting.addAndGet(signs) > WAITING_MAX) {
            waiting.addAndGet(-signs);
            metrics.skipped(signs);
            return;
        }
        compare(whoseTurnItIs(changes));
    }

    /** The others wait until what is under way of their driver has ended. */
    private List<DriverChange> whoseTurnItIs(List<DriverChange> changes) {
        var now = new ArrayList<DriverChange>(changes.size());
        var begun = new HashSet<Long>();
        for (var change : changes) {
            underWay.compute(change.driver(), (driver, later) -> {
                if (later == null) {
                    begun.add(driver);
                }
                (begun.contains(driver) ? now : later).add(change);
                return later == null ? new ArrayList<>(0) : later;
            });
        }
        return now;
    }

    private void compare(List<DriverChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        Uni.createFrom()
                .deferred(() -> {
                    var index = fences.index();
                    return follow(steps(index, changes), index.version());
                })
                .onTermination()
                .invoke(() -> compare(whatCameMeanwhile(changes)))
                .subscribe()
                .with(done -> {}, failure -> {
                    metrics.failed(changes.size());
                    LOG.debugf(
                            "%d signs of life were not compared with fences: %s", changes.size(), failure.getMessage());
                });
    }

    private List<DriverChange> whatCameMeanwhile(List<DriverChange> done) {
        waiting.addAndGet(-done.size());
        var next = new ArrayList<DriverChange>();
        done.stream()
                .map(DriverChange::driver)
                .distinct()
                .forEach(driver -> underWay.compute(driver, (any, later) -> {
                    next.addAll(later);
                    return later.isEmpty() ? null : new ArrayList<>(1);
                }));
        return next;
    }

    private Map<Long, List<Step>> steps(FenceIndex index, List<DriverChange> changes) {
        var steps = new LinkedHashMap<Long, List<Step>>();
        for (var change : changes) {
            var position = change.state().position();
            if (position != null) {
                var at = change.point() == null ? clock.now() : position.at();
                steps.computeIfAbsent(change.driver(), any -> new ArrayList<>(1))
                        .add(new Step(
                                change.state().expiry(), at, position.place(), index.around(position.place(), grid)));
            }
        }
        return steps;
    }

    /** @param list version of the list of fences */
    Uni<Void> follow(Map<Long, List<Step>> steps, long list) {
        var outside = new HashSet<Long>();
        steps.forEach((driver, those) -> {
            if (those.stream().allMatch(step -> step.fences().isEmpty())) {
                outside.add(driver);
            }
        });
        var asked = outside.isEmpty() ? Uni.createFrom().item(Set.<Long>of()) : inside.known(List.copyOf(outside));
        return asked.chain(known -> {
            outside.removeAll(known);
            steps.keySet().removeAll(outside);
            return crossAll(steps, list);
        });
    }

    private Uni<Void> crossAll(Map<Long, List<Step>> steps, long list) {
        if (steps.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        metrics.compared(steps.size());
        return cross(steps, list, Map.of()).chain(crossed -> {
            var unknown = new LinkedHashMap<Long, List<Step>>();
            crossed.forEach((driver, crossings) -> {
                if (crossings.isEmpty()) {
                    unknown.put(driver, steps.get(driver));
                }
            });
            return write(crossed).chain(() -> crossUnknown(unknown, list));
        });
    }

    /** Of whom Redis knows nothing, because they are new or because it has forgotten them, Postgres is asked. */
    private Uni<Void> crossUnknown(Map<Long, List<Step>> steps, long list) {
        return steps.isEmpty()
                ? Uni.createFrom().voidItem()
                : events.stays(steps.keySet())
                        .chain(stays -> {
                            var stored = new HashMap<Long, List<Stay>>();
                            steps.keySet().forEach(driver -> stored.put(driver, stays.getOrDefault(driver, List.of())));
                            return cross(steps, list, stored);
                        })
                        .chain(this::write);
    }

    private Uni<Map<Long, Optional<List<Crossing>>>> cross(
            Map<Long, List<Step>> steps, long list, Map<Long, List<Stay>> stored) {
        var drivers = List.copyOf(steps.keySet());
        return Uni.join()
                .all(drivers.stream()
                        .map(driver -> cross(driver, steps.get(driver), list, stored.get(driver))
                                .onFailure()
                                .recoverWithItem(failure -> missed(steps.get(driver), failure)))
                        .toList())
                .usingConcurrencyOf(AT_ONCE)
                .andFailFast()
                .map(crossed -> {
                    var byDriver = new LinkedHashMap<Long, Optional<List<Crossing>>>();
                    for (int i = 0; i < drivers.size(); i++) {
                        byDriver.put(drivers.get(i), crossed.get(i));
                    }
                    return byDriver;
                });
    }

    /** Nothing is told of the driver now. Of others, whose nodes answer, it is. */
    private Optional<List<Crossing>> missed(List<Step> steps, Throwable failure) {
        metrics.failed(steps.size());
        LOG.debugf("%d signs of life were not compared with fences: %s", steps.size(), failure.getMessage());
        return Optional.of(List.of());
    }

    /** The answer to the later steps names the crossings of the earlier ones, too. */
    private Uni<Optional<List<Crossing>>> cross(long driver, List<Step> steps, long list, @Nullable List<Stay> stored) {
        return Multi.createFrom()
                .iterable(inParts(steps))
                .onItem()
                .transformToUniAndConcatenate(part -> inside.cross(driver, part, list, stored))
                .collect()
                .last();
    }

    private static List<List<Step>> inParts(List<Step> steps) {
        var parts = new ArrayList<List<Step>>(1);
        int from = 0;
        int values = 0;
        for (int i = 0; i < steps.size(); i++) {
            values += 1 + steps.get(i).fences().size();
            if (values > VALUES_MAX && i > from) {
                parts.add(steps.subList(from, i));
                from = i;
                values = 1 + steps.get(i).fences().size();
            }
        }
        parts.add(steps.subList(from, steps.size()));
        return parts;
    }

    /** First written, then forgotten: who dies between the two writes the same once more, and it is kept once. */
    private Uni<Void> write(Map<Long, Optional<List<Crossing>>> crossed) {
        var byDriver = crossed.values().stream()
                .flatMap(Optional::stream)
                .filter(crossings -> !crossings.isEmpty())
                .toList();
        if (byDriver.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        var all = byDriver.stream().flatMap(List::stream).toList();
        return events.write(all)
                .invoke(() -> all.forEach(crossing -> metrics.crossed(crossing.kind())))
                .chain(() -> Uni.join()
                        .all(byDriver.stream()
                                .map(crossings ->
                                        inside.forget(crossings.getFirst().driver(), crossings))
                                .toList())
                        .usingConcurrencyOf(AT_ONCE)
                        .andCollectFailures()
                        .replaceWithVoid());
    }
}
