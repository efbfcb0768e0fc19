package dev.hotstate.faults;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the users of one service saw of one fault. */
final class Sight {

    /** Above it somebody who waits notices. */
    private static final Duration SLOW = Duration.ofSeconds(1);

    private final Queue<Look> looks = new ConcurrentLinkedQueue<>();

    enum Kind {
        GOOD,
        /** An honest 503, or another sign that the service cannot. */
        REFUSED,
        NO_ANSWER,
        /** An answer that says of itself that it is a substitute. */
        SUBSTITUTE
    }

    private record Look(Kind kind, long begun, long ended) {

        Duration took() {
            return Duration.ofNanos(ended - begun);
        }
    }

    void note(Kind kind, long begun) {
        looks.add(new Look(kind, begun, System.nanoTime()));
    }

    void clear() {
        looks.clear();
    }

    long count(Kind kind) {
        return looks.stream().filter(look -> look.kind() == kind).count();
    }

    /** From the beginning of the first request that went wrong to the end of the last. */
    Duration trouble() {
        return between(looks.stream()
                .filter(look -> look.kind() == Kind.REFUSED || look.kind() == Kind.NO_ANSWER)
                .toList());
    }

    /** One cell of the table. */
    String text() {
        var slowest =
                looks.stream().map(Look::took).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
        var words = new StringBuilder();
        long bad = count(Kind.REFUSED) + count(Kind.NO_ANSWER);
        if (bad > 0) {
            words.append("%d of %d requests failed".formatted(bad, looks.size()));
            words.append(" (%d refused, %d without an answer)".formatted(count(Kind.REFUSED), count(Kind.NO_ANSWER)));
            words.append(", within ").append(seconds(trouble()));
        }
        if (count(Kind.SUBSTITUTE) > 0) {
            words.append(words.isEmpty() ? "" : "; ");
            words.append("%d of %d answered without Redis".formatted(count(Kind.SUBSTITUTE), looks.size()));
            words.append(", within ")
                    .append(seconds(between(looks.stream()
                            .filter(look -> look.kind() == Kind.SUBSTITUTE)
                            .toList())));
        }
        if (slowest.compareTo(SLOW) > 0) {
            words.append(words.isEmpty() ? "" : "; ").append("slowest answer ").append(seconds(slowest));
        }
        return words.isEmpty() ? "nothing" : words.toString();
    }

    private static Duration between(List<Look> some) {
        long from = some.stream().mapToLong(Look::begun).min().orElse(0);
        long to = some.stream().mapToLong(Look::ended).max().orElse(0);
        return Duration.ofNanos(to - from);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
