package dev.hotstate.dag.fault;

/**
 * What a worker knows for certain, in the words of a line of text.
 *
 * @param from for an answer: when it was asked for, in nanoseconds of the clock that all processes of a machine share
 * @param to when it was there
 * @param task {@code <job>.<task>}
 */
record Note(Kind kind, long from, long to, String task, String attempt) {

    enum Kind {
        /** Was handed to the worker. */
        TAKEN,
        /** How it ended is about to be told for the first time. */
        ENDING,
        /** The service accepted that it completed. */
        COMPLETED,
        /** The service accepted that it failed. */
        FAILED,
        DUPLICATE,
        STALE,
        UNKNOWN
    }

    static Note now(Kind kind, String task, String attempt) {
        long now = System.nanoTime();
        return new Note(kind, now, now, task, attempt);
    }

    static Note since(long from, Kind kind, String task, String attempt) {
        return new Note(kind, from, System.nanoTime(), task, attempt);
    }

    static Note parse(String line) {
        var words = line.split(" ");
        return new Note(Kind.valueOf(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]), words[3], words[4]);
    }

    @Override
    public String toString() {
        return kind + " " + from + " " + to + " " + task + " " + attempt;
    }
}
