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
        UNKNOWN
    }

    enum Resume {
        RESUMED,
        ALREADY,
        ENDED,
        UNKNOWN
    }

    enum Cancel {
        CANCELLING,
        ALREADY,
        ENDED,
        UNKNOWN
    }

    enum Stop {
        STOPPED,
        NOTHING,
        FRAME
    }

    enum Expire {
        EXPIRING,
        RUNNING
    }
}
