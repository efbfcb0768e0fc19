package dev.hotstate.metrics.decision;

import java.util.List;

/** Hears of what was decided. Called for every request, so it must be quick, and it must not fail. */
public interface DecidedListener {

    /** @param decided about one request, a policy each */
    void decided(List<Decided> decided);
}
