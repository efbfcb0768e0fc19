package dev.hotstate.monitor.probe;

import java.util.Optional;

/** Whether the body of an answer is what was expected. */
final class BodyPolicy {

    /** Up to here a search for words takes less time than to change the thread. */
    private static final int QUICK_BYTES_MAX = 64 * 1024;

    private BodyPolicy() {}

    static boolean needsBody(HttpExpectation expectation) {
        return expectation.keyword() != null
                || expectation.forbidden() != null
                || expectation.regex() != null
                || expectation.json() != null;
    }

    /** Whether an event loop may judge it. */
    static boolean isQuick(HttpExpectation expectation, int sizeBytes) {
        return expectation.regex() == null && expectation.json() == null && sizeBytes <= QUICK_BYTES_MAX;
    }

    /**
     * What is wrong with the body, without repeating any of it; empty if it is as expected. Fails with {@link TooCostly}
     * where that cannot be found out.
     */
    static Optional<String> objection(HttpExpectation expectation, String text) {
        if (expectation.keyword() != null && !text.contains(expectation.keyword())) {
            return Optional.of("The keyword is not in the answer");
        }
        if (expectation.forbidden() != null && text.contains(expectation.forbidden())) {
            return Optional.of("The forbidden text is in the answer");
        }
        if (expectation.regex() != null && !RegexPolicy.finds(expectation.regex(), text)) {
            return Optional.of("The regular expression finds nothing in the answer");
        }
        return expectation.json() == null ? Optional.empty() : JsonPathPolicy.objection(expectation.json(), text);
    }
}
