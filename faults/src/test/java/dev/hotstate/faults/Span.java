package dev.hotstate.faults;

import java.time.Instant;

/** From when something was asked for to when it was answered: it was done some time in between. */
record Span(Instant begun, Instant ended) {

    boolean meets(Span other) {
        return !begun.isAfter(other.ended) && !ended.isBefore(other.begun);
    }
}
