package dev.hotstate.kit.http.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.testing.KitTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@KitTest
class DeadlockIT {

    private static final Duration PATIENCE = Duration.ofSeconds(9);
    private static final long ONE = 4_711_001;
    private static final long OTHER = 4_711_002;

    @Inject
    Database database;

    private final CompletableFuture<Void> met = new CompletableFuture<>();
    private final AtomicInteger beginnings = new AtomicInteger();

    @Test
    void a_transaction_that_was_given_up_for_another_begins_anew() {
        Uni.combine()
                .all()
                .unis(lockBoth(ONE, OTHER), lockBoth(OTHER, ONE))
                .discardItems()
                .await()
                .atMost(PATIENCE.multipliedBy(2));

        assertThat(beginnings).hasValue(3);
    }

    private Uni<Void> lockBoth(long first, long second) {
        return database.inTransaction(
                PATIENCE,
                transaction -> lock(transaction, first)
                        .invoke(() -> {
                            if (beginnings.incrementAndGet() == 2) {
                                met.complete(null);
                            }
                        })
                        .chain(() -> Uni.createFrom().completionStage(met))
                        .chain(() -> lock(transaction, second)));
    }

    private static Uni<Void> lock(SqlConnection transaction, long number) {
        return transaction
                .preparedQuery("select pg_advisory_xact_lock($1)")
                .execute(Tuple.of(number))
                .replaceWithVoid();
    }
}
