package dev.hotstate.dag.rule;

/**
 * How the parents of a task ended so far.
 *
 * @param failed failed, or skipped because something above them failed
 * @param skipped skipped for any other reason
 * @param parents all of them
 */
public record Tallies(int ok, int failed, int skipped, int parents) {

    public static Tallies none(int parents) {
        return new Tallies(0, 0, 0, parents);
    }

    public boolean complete() {
        return ok + failed + skipped >= parents;
    }
}
