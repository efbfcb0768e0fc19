package dev.hotstate.dag.history;

import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;

/**
 * Lets batches of many partitions share a transaction: of a busy partition only some tasks come at once, and a transaction of twenty
 * events costs Postgres, and us, nearly as much as one of two hundred. A batch goes at once while few are on their way; the next
 * takes along all that came meanwhile. Nobody waits for more to come.
 *
 * <p>One that Postgres refuses must not hold up the others: those it went with are stored once more, each by itself.
 */
@Singleton
class SharedTransactions {

    private static final int AT_ONCE = 2;

    /** Of all batches of a transaction, about; one batch alone may be larger. */
    static final int BYTES_MAX = 4_000_000;

    private static final int BYTES_PER_EVENT = 300;

    private final Function<List<JobEvent>, Uni<Void>> store;
    /** At most one of each partition. */
    private final Queue<Batch> waiting = new ArrayDeque<>();

    private int underWay;

    private record Batch(List<JobEvent> events, int bytes, UniEmitter<? super Void> emitter) {

        static Batch of(List<JobEvent> events, UniEmitter<? super Void> emitter) {
            int details =
                    events.stream().mapToInt(event -> event.detail().length()).sum();
            return new Batch(events, BYTES_PER_EVENT * events.size() + details, emitter);
        }
    }

    @Inject
    SharedTransactions(MirrorStore store) {
        this(store::store);
    }

    SharedTransactions(Function<List<JobEvent>, Uni<Void>> store) {
        this.store = store;
    }

    /** @param events of one partition, in order; the next of that partition come after these */
    Uni<Void> store(List<JobEvent> events) {
        return Uni.createFrom().emitter(emitter -> {
            var batch = Batch.of(events, emitter);
            // Whoever has lost patience brings it again: what has not begun must not come after that.
            emitter.onTermination(() -> giveUp(batch));
            synchronized (waiting) {
                waiting.add(batch);
            }
            storeNext();
        });
    }

    private void giveUp(Batch batch) {
        synchronized (waiting) {
            waiting.removeIf(one -> one == batch);
        }
    }

    private void storeNext() {
        var together = takeTogether();
        if (together.isEmpty()) {
            return;
        }
        storeTogether(together).subscribe().with(done -> ended(), failure -> ended());
    }

    private void ended() {
        synchronized (waiting) {
            underWay--;
        }
        storeNext();
    }

    /** Nothing while enough are on their way. */
    private List<Batch> takeTogether() {
        var together = new ArrayList<Batch>();
        synchronized (waiting) {
            int bytes = 0;
            while (underWay < AT_ONCE && !waiting.isEmpty()) {
                bytes += waiting.peek().bytes();
                if (!together.isEmpty() && bytes > BYTES_MAX) {
                    break;
                }
                together.add(waiting.remove());
            }
            if (!together.isEmpty()) {
                underWay++;
            }
        }
        return together;
    }

    private Uni<Void> storeTogether(List<Batch> together) {
        return storeAll(together)
                .onFailure()
                .recoverWithUni(failure ->
                        together.size() == 1 || isAway(failure) ? failed(together, failure) : storeEach(together));
    }

    private Uni<Void> storeAll(List<Batch> together) {
        var events = together.stream().flatMap(batch -> batch.events().stream()).toList();
        return Uni.createFrom()
                .deferred(() -> store.apply(events))
                .invoke(() -> together.forEach(batch -> batch.emitter().complete(null)));
    }

    /** Until Postgres goes away: the rest is not worth a deadline each. Who has been answered keeps the answer. */
    private Uni<Void> storeEach(List<Batch> together) {
        return Multi.createFrom()
                .iterable(together)
                .onItem()
                .transformToUniAndConcatenate(batch -> storeAll(List.of(batch))
                        .onFailure(failure -> !isAway(failure))
                        .recoverWithUni(refused -> failed(List.of(batch), refused)))
                .collect()
                .last()
                .onFailure()
                .recoverWithUni(away -> failed(together, away));
    }

    private static Uni<Void> failed(List<Batch> batches, Throwable failure) {
        batches.forEach(batch -> batch.emitter().fail(failure));
        return Uni.createFrom().voidItem();
    }

    private static boolean isAway(Throwable failure) {
        return failure instanceof PostgresUnavailable;
    }
}
