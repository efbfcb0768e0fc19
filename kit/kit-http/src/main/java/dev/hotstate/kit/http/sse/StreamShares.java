package dev.hotstate.kit.http.sse;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import jakarta.inject.Singleton;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** How many live streams each caller has open here, over all feeds: nobody shall take the places of everybody. */
@Singleton
class StreamShares {

    private final int max;
    private final ConcurrentMap<String, Integer> open = new ConcurrentHashMap<>();

    StreamShares(FeedConfig config) {
        this.max = config.subscribersPerCallerMax();
    }

    /** @throws Refusal if the caller has as many as it may */
    void requireRoom(String caller) {
        requireLess(open.getOrDefault(caller, 0));
    }

    /** @throws Refusal if the caller has as many as it may */
    void take(String caller) {
        open.compute(caller, (who, had) -> {
            int before = had == null ? 0 : had;
            requireLess(before);
            return before + 1;
        });
    }

    void giveBack(String caller) {
        open.computeIfPresent(caller, (who, had) -> had == 1 ? null : had - 1);
    }

    private void requireLess(int streams) {
        if (streams >= max) {
            throw new Refusal(
                    KitProblem.TOO_MANY_STREAMS, "At most %d live streams at once on this instance.".formatted(max));
        }
    }
}
