package dev.hotstate.dag.verify;

/** The status words of the scripts of this package. */
final class VerifyWords {

    private VerifyWords() {}

    enum Look {
        LOOKED,
        BUSY,
        UNKNOWN
    }

    enum RepairTask {
        REPAIRED,
        MOVED,
        ENDED,
        FRAME
    }

    enum RepairJob {
        REPAIRED,
        MOVED
    }
}
