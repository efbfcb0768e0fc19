package dev.hotstate.metrics.limit;

import dev.hotstate.kit.redis.key.KeyId;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Asks every limit of callers that do not exist, before anybody else asks: a look, which writes nothing. Connections are open
 * then, the nodes know the scripts, and the JVM has compiled the way there; without that the first decisions of an instance miss
 * their deadline and are made without Redis. The instance is ready afterwards, or when Redis has not answered for a while.
 */
@Readiness
@Singleton
final class Rehearsal implements HealthCheck {

    private static final int ROUNDS = 150;
    private static final int CALLERS = 6;
    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration AT_MOST = Duration.ofSeconds(3);

    private final LimitStore store;
    private final Vertx vertx;
    private final List<LimitQuestion> questions = looks();
    private final long began = System.nanoTime();
    private volatile boolean over;

    Rehearsal(LimitStore store, Vertx vertx) {
        this.store = store;
        this.vertx = vertx;
    }

    private static List<LimitQuestion> looks() {
        var looks = new ArrayList<LimitQuestion>();
        for (var algorithm : Algorithm.values()) {
            for (long hits : List.of(Limit.LOGGED_MAX, Limit.LOGGED_MAX + 1)) {
                for (int caller = 0; caller < CALLERS; caller++) {
                    looks.add(new LimitQuestion(
                            Limit.of(algorithm, hits, Duration.ofMinutes(1)), KeyId.of("rehearsal-" + caller), 0, 1));
                }
            }
        }
        return List.copyOf(looks);
    }

    void start(@Observes StartupEvent event) {
        vertx.runOnContext(now -> play(ROUNDS));
    }

    private void play(int rounds) {
        if (rounds == 0 || System.nanoTime() - began > AT_MOST.toNanos()) {
            over = true;
            return;
        }
        store.decide(questions, PATIENCE).subscribe().with(answers -> next(rounds, answers), broken -> pause(rounds));
    }

    private void next(int rounds, List<LimitAnswer> answers) {
        if (answers.stream().allMatch(LimitAnswer.Decided.class::isInstance)) {
            play(rounds - 1);
        } else {
            pause(rounds);
        }
    }

    private void pause(int rounds) {
        vertx.setTimer(PAUSE.toMillis(), later -> play(rounds));
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("limits").status(over).build();
    }
}
