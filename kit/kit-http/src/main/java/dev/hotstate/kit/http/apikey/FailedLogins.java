package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.http.limit.TokenBuckets;
import dev.hotstate.kit.http.limit.TokenBuckets.Decision;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.quarkus.security.AuthenticationFailedException;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Function;

/**
 * Slows down whoever guesses keys: each address has a few failures to spend, and regains them slowly.
 *
 * <p>A failure is spent and answered in one step, when it is known that a key was wrong. However many keys are tried at
 * once, their answers come one after the other, and after the last one that the address could afford none tells anything.
 */
@Singleton
class FailedLogins {

    private static final int ADDRESSES_MAX = 10_000;

    private final TokenBuckets triesLeft;

    FailedLogins(AuthConfig config) {
        double perSecond = 1e9 / config.failurePause().toNanos();
        this.triesLeft = new TokenBuckets(config.failuresMax(), perSecond, ADDRESSES_MAX, System::nanoTime);
    }

    /** What keeps this address from trying a key, if anything does. */
    Optional<Refusal> refusal(String address) {
        return refusal(triesLeft.look(address));
    }

    /** Spends a failure. What to answer: that the key is wrong, or nothing about it where none was left to spend. */
    RuntimeException failure(String address) {
        return refusal(triesLeft.take(address))
                .<RuntimeException>map(Function.identity())
                .orElseGet(AuthenticationFailedException::new);
    }

    private static Optional<Refusal> refusal(Decision decision) {
        return decision.allowed()
                ? Optional.empty()
                : Optional.of(new Refusal(
                        KitProblem.TOO_MANY_FAILED_LOGINS, "Wait before you try another key.", decision.retryAfter()));
    }
}
