package dev.hotstate.driver.mirror;

import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.Motion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The newest state of each driver that Postgres does not have yet, longest waiting first. */
final class Waiting {

    private final int max;
    private final Map<Long, Row> rows = new LinkedHashMap<>();
    private long dropped;

    /**
     * A row to be.
     *
     * @param sinceNanos when the first change of it came, by the monotonic clock
     */
    record Row(long driver, DriverState state, Motion motion, long sinceNanos) {

        /** The later state; a state without a point of its own keeps how the driver moved. */
        Row merge(Row other) {
            var newer = other.state.expiry() >= state.expiry() ? other : this;
            var older = newer == other ? this : other;
            boolean samePosition = newer.motion.equals(Motion.UNKNOWN);
            return new Row(
                    driver,
                    newer.state,
                    samePosition ? older.motion : newer.motion,
                    Math.min(sinceNanos, other.sinceNanos));
        }
    }

    Waiting(int max) {
        this.max = max;
    }

    synchronized void add(List<DriverChange> changes, long nowNanos) {
        for (var change : changes) {
            var motion =
                    change.point() == null ? Motion.UNKNOWN : change.point().motion();
            add(new Row(change.driver(), change.state(), motion, nowNanos));
        }
    }

    /** What could not be written waits again, unless something newer came meanwhile. */
    synchronized void putBack(List<Row> batch) {
        batch.forEach(this::add);
    }

    /** In the order of the drivers, so that two instances never wait for each other's rows. */
    synchronized List<Row> take(int count) {
        var batch = new ArrayList<Row>(Math.min(count, rows.size()));
        var all = rows.values().iterator();
        while (all.hasNext() && batch.size() < count) {
            batch.add(all.next());
            all.remove();
        }
        batch.sort(Comparator.comparingLong(Row::driver));
        return batch;
    }

    synchronized int size() {
        return rows.size();
    }

    synchronized long dropped() {
        return dropped;
    }

    /** Since when the first one waits. */
    synchronized OptionalLong firstNanos() {
        return rows.values().stream().mapToLong(Row::sinceNanos).min();
    }

    private void add(Row row) {
        if (rows.size() >= max && !rows.containsKey(row.driver())) {
            dropped++;
            return;
        }
        rows.merge(row.driver(), row, Row::merge);
    }
}
