package dev.hotstate.monitor.probe;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.time.Duration;
import java.util.Optional;

/**
 * Regular expressions of operators on texts of strangers. RE2 takes time in proportion to the text, but also to the
 * expression with all its repeats written out: both are bounded, and so is the time.
 */
final class RegexPolicy {

    private static final int COMPILED_MAX = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Cache<String, Pattern> PATTERNS =
            Caffeine.newBuilder().maximumSize(COMPILED_MAX).build();

    private RegexPolicy() {}

    /** What is wrong with the expression, if anything. */
    static Optional<String> objection(String regex) {
        if (!RegexSize.isModest(regex)) {
            return Optional.of("is too large with all its repeats written out");
        }
        try {
            Pattern.compile(regex);
            return Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of("is not a regular expression: " + e.getDescription());
        }
    }

    /** Whether it occurs in the text. Fails with {@link TooCostly} after two seconds: call it where that does not matter. */
    static boolean finds(String regex, String text) {
        return PATTERNS.get(regex, Pattern::compile)
                .matcher(new PatientText(text, System.nanoTime() + PATIENCE.toNanos()))
                .find();
    }

    /** A text that can be read for a while only. */
    private record PatientText(String text, long deadlineNanos) implements CharSequence {

        /** Looking at the clock costs more than looking at a character. */
        private static final int LOOK_EACH = 0xFF;

        @Override
        public char charAt(int index) {
            if ((index & LOOK_EACH) == 0 && System.nanoTime() > deadlineNanos) {
                throw new TooCostly("The regular expression takes too long on this answer");
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
