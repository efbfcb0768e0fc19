package dev.hotstate.dag.recovery;

/** The status words of the scripts of this package. */
final class RecoveryWords {

    private RecoveryWords() {}

    enum Open {
        OPENED,
        /** Another process has come, which may know less. */
        ANOTHER,
        STALE
    }

    enum Close {
        /** It was compared, here. */
        OPEN,
        CLOSED,
        STALE
    }

    enum Forget {
        FORGOTTEN,
        MOVED
    }

    enum Restore {
        RESTORED,
        /** Redis knows of an end already. */
        ENDED,
        /** Redis has not told it yet that its parents ended. */
        WAITING,
        UNKNOWN
    }
}
