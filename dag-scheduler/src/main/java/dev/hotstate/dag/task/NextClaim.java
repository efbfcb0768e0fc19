package dev.hotstate.dag.task;

import java.util.Collections;
import java.util.List;

/**
 * What a worker wants to claim.
 *
 * @param permits one per task: a permit where the queue is limited, otherwise {@link #NO_PERMIT}
 */
public record NextClaim(String queue, String worker, List<String> permits) {

    public static final String NO_PERMIT = "-";
    public static final int MAX = 100;

    public static NextClaim unlimited(String queue, String worker, int max) {
        return new NextClaim(queue, worker, Collections.nCopies(Math.min(max, MAX), NO_PERMIT));
    }

    public static NextClaim nothing(String queue, String worker) {
        return new NextClaim(queue, worker, List.of());
    }

    /** The rest, after so many were claimed. */
    public NextClaim without(int claimed) {
        return new NextClaim(queue, worker, permits.subList(claimed, permits.size()));
    }

    String permitList() {
        return String.join(",", permits);
    }
}
