package dev.hotstate.metrics.live;

import dev.hotstate.metrics.decision.Decided;
import dev.hotstate.metrics.decision.DecidedListener;
import dev.hotstate.metrics.minute.MinutePart;
import dev.hotstate.metrics.observation.Recorded;
import dev.hotstate.metrics.observation.RecordedListener;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What passes through this instance, by minute. Things belong to the moment at which this instance heard of them. */
@Singleton
class OwnFigures implements RecordedListener, DecidedListener {

    /** While Redis is away, so many wait for it. */
    private static final int UNWRITTEN_MAX = 5;

    private final Clock clock;
    private final Set<String> waitingEndpoints;
    private final TreeMap<Long, GrowingMinute> unwritten = new TreeMap<>();

    OwnFigures(Clock clock, LiveConfig config) {
        this.clock = clock;
        this.waitingEndpoints = config.waitingEndpoints().orElse(Set.of());
    }

    @Override
    public synchronized void recorded(Recorded recorded) {
        long now = clock.millis();
        at(now).add(stepOf(now), recorded);
    }

    @Override
    public synchronized void decided(List<Decided> decided) {
        var minute = at(clock.millis());
        decided.forEach(minute::add);
    }

    /** What Redis does not have yet, by minute; the present one last, also if nothing has happened in it. */
    synchronized SortedMap<Long, Minute> unwritten() {
        long now = clock.millis();
        at(now).see(stepOf(now));
        var minutes = new TreeMap<Long, Minute>();
        unwritten.forEach((minute, growing) -> minutes.put(minute, growing.sofar()));
        return minutes;
    }

    /** Redis has all minutes before this one to their end. */
    synchronized void written(long minute) {
        unwritten.headMap(minute).clear();
    }

    private GrowingMinute at(long millis) {
        var minute = unwritten.computeIfAbsent(
                MinutePart.minuteOf(millis), beginning -> new GrowingMinute(waitingEndpoints));
        if (unwritten.size() > UNWRITTEN_MAX) {
            unwritten.pollFirstEntry();
        }
        return minute;
    }

    private static int stepOf(long millis) {
        return (int) (Math.floorMod(millis, MinutePart.MILLIS) / 1_000 / Step.SECONDS);
    }
}
