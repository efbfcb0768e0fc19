package dev.hotstate.metrics.limit;

import org.jspecify.annotations.Nullable;

/**
 * Where hits were counted, so that exactly they can be given back, also after others were counted.
 *
 * @param at the moment, the window or the like, in the words of the algorithm's script; greater than 0
 * @param ahead hits that one run of the script counted before these
 */
public record Counted(long at, long ahead) {

    /** In a question: the answer shall say where. */
    public static final Counted ASKED = new Counted(0, 0);

    boolean isAsked() {
        return at == 0;
    }

    /** Of hits that came later in the same run. */
    static @Nullable Counted behind(@Nullable Counted first, long hits) {
        return first == null ? null : new Counted(first.at, first.ahead + hits);
    }
}
