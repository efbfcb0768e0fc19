package dev.hotstate.monitor.push;

import dev.hotstate.kit.http.limit.TokenBuckets;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import jakarta.inject.Singleton;
import java.util.UUID;

/**
 * How often jobs may report. Each job has a limit of its own, because a thousand of them may share one address and report at
 * the full hour; who names a job that does not exist is limited by address. So the common limit on requests does not count
 * here.
 */
@Singleton
class PingLimit {

    private static final int CALLERS_MAX = 200_000;

    private final PushConfig config;
    private final TokenBuckets jobs;
    private final TokenBuckets guesses;

    PingLimit(PushConfig config) {
        this.config = config;
        this.jobs = new TokenBuckets(config.pingBurst(), config.pingsPerSecond(), CALLERS_MAX, System::nanoTime);
        this.guesses = new TokenBuckets(config.guessBurst(), config.guessesPerSecond(), CALLERS_MAX, System::nanoTime);
    }

    void requireReport(UUID token) {
        require(jobs.take(token.toString()), config.pingsPerSecond(), config.pingBurst());
    }

    /** Keys that are not good are limited where they are checked. */
    void requireReport(String key, String slug) {
        require(jobs.take(key + "/" + slug), config.pingsPerSecond(), config.pingBurst());
    }

    void requireGuess(String address) {
        require(guesses.take(address), config.guessesPerSecond(), config.guessBurst());
    }

    private static void require(TokenBuckets.Decision decision, int perSecond, int burst) {
        if (!decision.allowed()) {
            throw new Refusal(
                    KitProblem.TOO_MANY_REQUESTS,
                    "At most %d per second, and %d at once.".formatted(perSecond, burst),
                    decision.retryAfter());
        }
    }
}
