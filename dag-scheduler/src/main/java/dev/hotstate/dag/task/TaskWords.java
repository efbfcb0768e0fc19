package dev.hotstate.dag.task;

/** The status words of the scripts of this package. */
final class TaskWords {

    private TaskWords() {}

    enum Claim {
        CLAIMED,
        EMPTY,
        REBUILDING,
        BEHIND
    }

    enum Complete {
        ANSWERED,
        FRAME,
        UNKNOWN
    }

    enum Fail {
        ACCEPTED,
        ALIVE,
        DUPLICATE,
        STALE,
        FRAME,
        UNKNOWN
    }

    enum Heartbeat {
        RENEWED
    }

    enum Due {
        DUE
    }

    enum Promote {
        PROMOTED
    }

    enum Adopt {
        ADOPTED
    }

    enum Decide {
        DECIDED,
        SETTLED,
        FRAME
    }

    enum Continue {
        CONTINUED,
        EMPTY,
        FRAME
    }

    enum Unpark {
        MOVED,
        HELD,
        FRAME
    }

    enum Log {
        APPENDED,
        STALE
    }

    enum Acquire {
        GRANTED
    }

    enum Extend {
        EXTENDED
    }

    enum Project {
        SHOWN
    }
}
