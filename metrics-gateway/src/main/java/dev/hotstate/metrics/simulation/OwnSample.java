package dev.hotstate.metrics.simulation;

import dev.hotstate.metrics.decision.Asked;
import dev.hotstate.metrics.decision.AskedListener;
import dev.hotstate.metrics.minute.MinutePart;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What this instance was asked about: noted by whoever is asked, made a sample of by the worker. */
@Singleton
class OwnSample implements AskedListener {

    /** Between two looks of the worker; more are only counted. */
    static final int NOTED_MAX = 20_000;
    /** Of their texts: who sends much with each request shall not fill the memory. */
    static final long NOTED_CHARS_MAX = 8_000_000;
    /** Entries of a minute. */
    static final int KEPT_MAX = 5_000;

    private static final long SLOT_MILLIS = 100;

    private record Noted(Asked asked, long at) {}

    private final Clock clock;
    private List<Noted> noted = new ArrayList<>();
    private long notedChars;
    private long missed;

    OwnSample(Clock clock) {
        this.clock = clock;
    }

    /** Looks and refunds change nothing for those who come after. */
    @Override
    public void asked(Asked asked) {
        if (asked.hits() > 0) {
            note(asked);
        }
    }

    private synchronized void note(Asked asked) {
        if (noted.size() < NOTED_MAX && notedChars < NOTED_CHARS_MAX) {
            noted.add(new Noted(asked, clock.millis()));
            notedChars += charsOf(asked);
        } else {
            missed++;
        }
    }

    private static long charsOf(Asked asked) {
        var subject = asked.subject();
        long chars = lengthOf(asked.identifier()) + lengthOf(subject.route()) + lengthOf(subject.user());
        for (var header : subject.headers().entrySet()) {
            chars += header.getKey().length() + header.getValue().length();
        }
        return chars;
    }

    private static int lengthOf(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /** What came since the last time, by minute, no more than is kept. */
    SortedMap<Long, Sample> take() {
        List<Noted> taken;
        long lost;
        synchronized (this) {
            taken = noted;
            lost = missed;
            noted = new ArrayList<>();
            notedChars = 0;
            missed = 0;
        }
        var samples = new TreeMap<Long, Sample>();
        byMinute(taken).forEach((minute, requests) -> samples.put(minute, new Sample(0, 0, requests).atMost(KEPT_MAX)));
        if (lost > 0) {
            samples.merge(samples.lastKey(), new Sample(0, lost, List.of()), Sample::plus);
        }
        return samples;
    }

    private static Map<Long, List<Sampled>> byMinute(List<Noted> taken) {
        var digests = new HashMap<String, String>();
        var calls = new LinkedHashMap<Sampled, Integer>();
        for (var each : taken) {
            long slot = each.at / SLOT_MILLIS * SLOT_MILLIS;
            calls.merge(
                    Sampled.of(each.asked, slot, text -> digests.computeIfAbsent(text, Digest::of)), 1, Integer::sum);
        }
        var byMinute = new HashMap<Long, List<Sampled>>();
        calls.forEach((request, count) -> byMinute.computeIfAbsent(
                        MinutePart.minuteOf(request.at()), minute -> new ArrayList<>())
                .add(request.times(count)));
        return byMinute;
    }
}
