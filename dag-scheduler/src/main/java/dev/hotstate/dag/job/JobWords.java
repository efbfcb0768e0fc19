package dev.hotstate.dag.job;

/** The status words of the scripts of this package. */
final class JobWords {

    private JobWords() {}

    enum Begin {
        BEGUN,
        KNOWN
    }

    enum Load {
        LOADED,
        SUPERSEDED
    }

    enum Start {
        STARTED,
        SUPERSEDED
    }

    enum Pause {
        PAUSED,
        ALREADY,
        ENDED,
        UNKNOWN,
        MOVED
    }

    enum Resume {
        RESUMED,
        ALREADY,
        ENDED,
        UNKNOWN,
        MOVED
    }

    enum Cancel {
        CANCELLING,
        ALREADY,
        ENDED,
        UNKNOWN,
        /** Only where it is asked for by what passes by itself. */
        REBUILDING
    }

    enum Stop {
        STOPPED,
        NOTHING,
        FRAME,
        REBUILDING
    }

    enum Expire {
        EXPIRING,
        RUNNING
    }
}
