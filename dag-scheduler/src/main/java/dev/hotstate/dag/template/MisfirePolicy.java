package dev.hotstate.dag.template;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What becomes of times that passed while nobody could fire, or the schedule was being changed. */
public enum MisfirePolicy {
    /** They are left out. */
    @JsonProperty("skip")
    SKIP,
    /** The latest of them fires, once. */
    @JsonProperty("fire_once")
    FIRE_ONCE,
    /** All of them fire, oldest first, up to a limit: then the latest ones. */
    @JsonProperty("catch_up")
    CATCH_UP;

    /** A fire that comes later than this is a misfire. */
    static final Duration GRACE = Duration.ofMinutes(1);

    /** How many times are looked at, and how many minutes back where there are more: a week has as many. */
    static final int LOOK_BACK_MAX = 10_080;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static MisfirePolicy ofWord(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /**
     * @param fires times that fire now, oldest first
     * @param next the time of the next fire; null if there is none
     */
    record Decision(List<Instant> fires, @Nullable Instant next) {}

    /**
     * @param due the time that the schedule waits for
     * @param catchUpMax how many misfires may fire
     */
    Decision decide(CronTimes times, Instant due, Instant now, int catchUpMax) {
        if (due.isAfter(now)) {
            return new Decision(List.of(), due);
        }
        var passed = passed(times, due, now);
        if (passed.size() > LOOK_BACK_MAX) {
            // Longer ago than anybody can want.
            passed = times.after(now.minus(Duration.ofMinutes(LOOK_BACK_MAX)))
                    .map(first -> passed(times, first, now))
                    .orElse(List.of());
        }
        var missed = passed.stream().filter(time -> isMisfire(time, now)).toList();
        var fires = new ArrayList<>(fired(missed, catchUpMax));
        fires.addAll(passed.subList(missed.size(), passed.size()));
        return new Decision(List.copyOf(fires), times.after(now).orElse(null));
    }

    /** The times up to now, oldest first; not many more than are looked at. */
    private static List<Instant> passed(CronTimes times, Instant first, Instant now) {
        return Stream.iterate(
                        Optional.of(first),
                        time -> time.isPresent() && !time.get().isAfter(now),
                        time -> times.after(time.get()))
                .limit(LOOK_BACK_MAX + 1)
                .map(Optional::get)
                .toList();
    }

    private static boolean isMisfire(Instant time, Instant now) {
        return time.isBefore(now.minus(GRACE));
    }

    private List<Instant> fired(List<Instant> missed, int catchUpMax) {
        int most = switch (this) {
            case SKIP -> 0;
            case FIRE_ONCE -> 1;
            case CATCH_UP -> catchUpMax;
        };
        return missed.subList(Math.max(0, missed.size() - most), missed.size());
    }
}
