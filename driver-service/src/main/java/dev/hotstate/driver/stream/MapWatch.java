package dev.hotstate.driver.stream;

import dev.hotstate.kit.http.sse.EventFeed;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.operators.multi.processors.UnicastProcessor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One part of the map that somebody watches on this instance, and who is known to be there. */
final class MapWatch {

    private static final Duration UNWATCHED_MAX = Duration.ofSeconds(30);

    /** While names can't be found out, no more than so many messages wait for them. */
    static final int UNTOLD_MAX = 200;

    private final Bounds bounds;
    private final EventFeed feed;
    private final int knownMax;
    private final Map<Long, Long> versions = new HashMap<>();

    /** Of those that have left, the last ones: an older message of another instance must not bring them back. */
    private final Map<Long, Long> left;

    private final UnicastProcessor<Concern> concerns = UnicastProcessor.create();
    private long watchedAtNanos = System.nanoTime();
    private int untold;
    private boolean hasMissedSome;

    MapWatch(Bounds bounds, EventFeed feed, int knownMax) {
        this.bounds = bounds;
        this.feed = feed;
        this.knownMax = knownMax;
        this.left = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
                return size() > knownMax;
            }
        };
    }

    /** What of it concerns this part of the map. */
    record Concern(List<LiveDriver> inside, List<Long> gone) {

        boolean isEmpty() {
            return inside.isEmpty() && gone.isEmpty();
        }
    }

    /** What is to be told, one after the other. */
    Multi<Concern> concerns() {
        return concerns;
    }

    synchronized void add(Concern concern) {
        if (concern.isEmpty()) {
            return;
        }
        if (untold == UNTOLD_MAX) {
            missed();
            return;
        }
        untold++;
        concerns.onNext(concern);
    }

    /** Clients do not know all that they should. */
    synchronized void missed() {
        hasMissedSome = true;
    }

    /** @return whether some were left out before, and all that waited is told by now: clients need a new snapshot */
    synchronized boolean told() {
        untold--;
        boolean isBehind = untold == 0 && hasMissedSome;
        if (isBehind) {
            hasMissedSome = false;
        }
        return isBehind;
    }

    void close() {
        concerns.onComplete();
        feed.close();
    }

    EventFeed feed() {
        return feed;
    }

    Bounds bounds() {
        return bounds;
    }

    synchronized void touch() {
        watchedAtNanos = System.nanoTime();
    }

    synchronized boolean isOver() {
        long now = System.nanoTime();
        if (feed.subscribers() > 0) {
            watchedAtNanos = now;
        }
        return now - watchedAtNanos > UNWATCHED_MAX.toNanos();
    }

    /** Whom a client was shown has to be known, so that it is told when they go. */
    synchronized void shown(List<LiveDriver> drivers) {
        drivers.forEach(driver -> remember(driver));
    }

    synchronized Concern concern(List<LiveDriver> changes) {
        var inside = new ArrayList<LiveDriver>();
        var gone = new ArrayList<Long>();
        for (var change : changes) {
            if (change.v() <= versionOf(change.n())) {
                continue;
            }
            if (bounds.contains(change.place())) {
                left.remove(change.n());
                remember(change);
                inside.add(change);
            } else if (versions.remove(change.n()) != null) {
                left.put(change.n(), change.v());
                gone.add(change.n());
            }
        }
        return new Concern(inside, gone);
    }

    private long versionOf(long driver) {
        return Math.max(versions.getOrDefault(driver, 0L), left.getOrDefault(driver, 0L));
    }

    private void remember(LiveDriver driver) {
        if (versions.size() < knownMax || versions.containsKey(driver.n())) {
            versions.merge(driver.n(), driver.v(), Math::max);
        }
    }
}
