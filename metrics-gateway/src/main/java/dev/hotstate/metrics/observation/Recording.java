package dev.hotstate.metrics.observation;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;

/** Where measurements go, whoever tells of them. */
@Singleton
public class Recording {

    private final Labels labels;
    private final Recorder recorder;
    private final RecordingBuffer buffer;
    private final TallyStore store;
    private final RecordingMetrics metrics;
    private final Clock clock;

    Recording(
            Labels labels,
            Recorder recorder,
            RecordingBuffer buffer,
            TallyStore store,
            RecordingMetrics metrics,
            Clock clock) {
        this.labels = labels;
        this.recorder = recorder;
        this.buffer = buffer;
        this.store = store;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Completes when Redis has counted them; fails if it has not, or if nobody knows. */
    public Uni<Void> record(Measurements all) {
        return all.isEmpty() ? Uni.createFrom().voidItem() : fold(all).chain(recorder::record);
    }

    /**
     * The same, and however often this batch is told, also to other instances, it is counted once. To be told again with the same
     * measurements, within {@link RecordingConfig#batchMemory()}.
     *
     * @param batch unlike that of any other batch
     */
    public Uni<Void> recordOnce(String batch, Measurements all) {
        return recordOnce(batch, at -> all).replaceWithVoid();
    }

    /** @param read gets the time of the first try, so that a batch reads the same however late it is told again */
    Uni<Measurements> recordOnce(String batch, Function<Instant, Measurements> read) {
        return store.firstTried(batch, clock.instant()).chain(firstTried -> {
            var all = read.apply(firstTried);
            return all.isEmpty()
                    ? Uni.createFrom().item(all)
                    : fold(all)
                            .chain(folded -> recorder.recordOnce(folded, batch, firstTried))
                            .replaceWith(all);
        });
    }

    /** As long as nobody knows their labels, nothing of them is counted. */
    private Uni<Measurements> fold(Measurements all) {
        return labels.fold(all).onFailure().invoke(() -> metrics.failed(all.size()));
    }

    /** Takes them if there is room, without a word about what becomes of them; false if they were dropped. */
    public boolean offer(Measurements all) {
        return all.isEmpty() || buffer.offer(all);
    }
}
