package dev.hotstate.dag.growth;

/** The status words of the scripts of this package. */
final class AddWords {

    private AddWords() {}

    enum Add {
        ADDED,
        ALREADY,
        STALE,
        ENDED,
        FRAME,
        UNKNOWN
    }

    enum Continue {
        CONTINUED,
        AT,
        DONE,
        FRAME
    }
}
