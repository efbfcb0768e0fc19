package dev.hotstate.kit.http.request;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Problems;
import dev.hotstate.kit.http.problem.Refusal;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;

/**
 * Answers for a request that takes too long. The work itself goes on to its own, shorter, deadlines: this is the net
 * below them, so that no client waits for ever.
 */
@Singleton
class Deadline {

    private static final Refusal TOO_LATE =
            new Refusal(KitProblem.DEADLINE_EXCEEDED, "Whether the request had an effect is not known.");

    private final long milliseconds;
    private final Problems problems;

    Deadline(RequestConfig config, Problems problems) {
        this.milliseconds = config.deadline().toMillis();
        this.problems = problems;
    }

    void start(RoutingContext request) {
        var vertx = request.vertx();
        long timer = vertx.setTimer(milliseconds, late -> problems.answer(request, TOO_LATE));
        request.addHeadersEndHandler(answered -> vertx.cancelTimer(timer));
        request.addEndHandler(gone -> vertx.cancelTimer(timer));
        request.next();
    }
}
