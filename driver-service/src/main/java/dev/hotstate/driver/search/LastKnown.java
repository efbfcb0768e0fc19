package dev.hotstate.driver.search;

import io.smallrye.mutiny.Uni;
import java.util.List;

/** Answers from what was last known, while Redis can't be asked. */
public interface LastKnown {

    /** The nearest of those that were available and heard of not too long ago, nearest first. */
    Uni<List<FoundDriver>> nearest(NearestQuery query);
}
