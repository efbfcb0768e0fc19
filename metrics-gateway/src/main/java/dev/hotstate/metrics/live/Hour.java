package dev.hotstate.metrics.live;

import dev.hotstate.metrics.minute.MinutePart;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The last sixty minutes of all instances, as far as this one knows them. */
@Singleton
class Hour {

    static final int MINUTES = 60;

    private static final Minute NOTHING =
            new Minute(Collections.nCopies(Step.PER_MINUTE, null), Map.of(), Map.of(), Map.of());

    private final TreeMap<Long, Map<String, Minute>> parts = new TreeMap<>();
    private final Map<Long, Minute> merged = new HashMap<>();

    synchronized void put(MinutePart part, Minute minute) {
        parts.computeIfAbsent(part.minute(), beginning -> new HashMap<>()).put(part.writer(), minute);
        merged.remove(part.minute());
    }

    synchronized void forgetBefore(long minute) {
        parts.headMap(minute).clear();
        merged.keySet().removeIf(each -> each < minute);
    }

    /** The oldest first, this one last; empty where nobody was there. */
    synchronized List<Optional<Minute>> until(long last, int minutes) {
        var all = new ArrayList<Optional<Minute>>(minutes);
        for (long minute = last - minutes + 1; minute <= last; minute++) {
            all.add(minute(minute));
        }
        return all;
    }

    synchronized Optional<Minute> minute(long minute) {
        var of = parts.get(minute);
        return of == null
                ? Optional.empty()
                : Optional.of(merged.computeIfAbsent(
                        minute,
                        absent -> of.values().stream().reduce(Minute::plus).orElse(NOTHING)));
    }
}
