package dev.hotstate.dag.verify;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Something about a task that is not as it should be.
 *
 * @param becomes the state it should have, as Redis packs it
 */
record Difference(String task, Kind kind, String found, String expected, String seen, String becomes) {

    /** What is wrong. */
    @Schema(name = "DifferenceKind")
    enum Kind {
        /** Redis has lost its state. */
        MISSING,
        /** What it knows of its parents is not how they ended. */
        TALLIES,
        /** Its parents have decided about it, and it still waits. */
        OVERLOOKED,
        /** It is active and in none of the places where it could be, or in more than one. */
        PLACE,
        /** It has ended and can still be handed out. */
        LEFT_OVER,
        /** Its condition is to be checked, and nobody is going to. */
        UNCHECKED
    }
}
