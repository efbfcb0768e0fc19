package dev.hotstate.metrics.decision;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was decided about a request under all policies that concern it. */
public record Verdict(List<Ruling> rulings) {

    private static final Comparator<Ruling> TIGHTEST_FIRST = Comparator.comparing((Ruling ruling) -> !ruling.refuses())
            .thenComparing(Verdict::retryOf, Comparator.reverseOrder())
            .thenComparing(Verdict::callsLeft);

    public boolean allowed() {
        for (var ruling : rulings) {
            if (ruling.refuses()) {
                return false;
            }
        }
        return true;
    }

    Stream<Ruling> refusing() {
        return rulings.stream().filter(Ruling::refuses);
    }

    Optional<Ruling> of(@Nullable String policy) {
        return rulings.stream()
                .filter(ruling -> ruling.demand().policy().id().equals(policy))
                .findFirst();
    }

    /** What holds the caller back longest, else what leaves the fewest calls. */
    Optional<Ruling> tightest() {
        return enforced().min(TIGHTEST_FIRST);
    }

    Stream<Ruling> enforced() {
        return rulings.stream().filter(ruling -> ruling.demand().policy().isEnforced());
    }

    /** The longest time to wait; of what never fits, the window. */
    Duration retryAfter() {
        return refusing().map(Verdict::retryOf).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    private static Duration retryOf(Ruling ruling) {
        return ruling.refuses()
                ? Objects.requireNonNullElseGet(
                        ruling.retryAfter(),
                        () -> ruling.demand().policy().limit().window())
                : Duration.ZERO;
    }

    private static long callsLeft(Ruling ruling) {
        return ruling.remaining() == null
                ? Long.MAX_VALUE
                : ruling.remaining() / ruling.demand().policy().cost();
    }
}
