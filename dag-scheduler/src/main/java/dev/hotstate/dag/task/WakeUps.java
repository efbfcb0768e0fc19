package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.RedisRouter.Subscription;
import dev.hotstate.kit.redis.instance.InstanceId;
import dev.hotstate.kit.redis.ownership.PartitionOwnership;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Says that a queue has ready tasks in a partition: at once to the workers that wait at this instance, and within milliseconds,
 * many in one message, to the other instances. An instance that comes greets the others, so that they tell it from then on. A lost
 * message costs a waiting worker until the next sweep, nothing else.
 */
@Singleton
public class WakeUps {

    private static final Logger LOG = Logger.getLogger(WakeUps.class);
    private static final int GATHERED_MS = 2;
    /** How long somebody counts as being there after it was heard; by then the partitions are shared with it. */
    private static final Duration HEARD = Duration.ofSeconds(30);

    private final RedisRouter router;
    private final DagKeys keys;
    private final Partitions partitions;
    private final PartitionOwnership ownership;
    private final InstanceId self;
    private final Vertx vertx;
    private final List<BiConsumer<String, Partition>> listeners = new CopyOnWriteArrayList<>();
    /** {@code <queue> <partition number>}; guarded by itself. */
    private final Set<String> gathered = new LinkedHashSet<>();

    private final AtomicBoolean sending = new AtomicBoolean();
    private volatile long heardAtNanos = System.nanoTime() - HEARD.toNanos();
    private @Nullable Subscription subscription;

    WakeUps(
            RedisRouter router,
            DagKeys keys,
            Partitions partitions,
            PartitionOwnership ownership,
            InstanceId self,
            Vertx vertx) {
        this.router = router;
        this.keys = keys;
        this.partitions = partitions;
        this.ownership = ownership;
        this.self = self;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        subscription = router.subscribe(keys.wake(), this::heard, () -> tell(""));
    }

    void stop(@Observes ShutdownEvent event) {
        if (subscription != null) {
            subscription.close();
        }
    }

    /** Calls the listener on whatever thread makes tasks ready: it must not block. */
    public void listen(BiConsumer<String, Partition> listener) {
        listeners.add(listener);
    }

    public void ready(Partition partition, Collection<String> queues) {
        for (var queue : queues) {
            listeners.forEach(listener -> listener.accept(queue, partition));
        }
        if (!queues.isEmpty() && areOthersThere()) {
            gather(partition, queues);
        }
    }

    private boolean areOthersThere() {
        return !ownership.isAlone() || System.nanoTime() - heardAtNanos < HEARD.toNanos();
    }

    private void gather(Partition partition, Collection<String> queues) {
        synchronized (gathered) {
            queues.forEach(queue -> gathered.add(queue + " " + partition.number()));
        }
        if (sending.compareAndSet(false, true)) {
            vertx.setTimer(GATHERED_MS, timer -> tellOthers());
        }
    }

    private void tellOthers() {
        sending.set(false);
        String lines;
        synchronized (gathered) {
            lines = String.join("\n", gathered);
            gathered.clear();
        }
        tell(lines);
    }

    /** @param lines none: a greeting */
    private void tell(String lines) {
        router.send(Command.of("SPUBLISH").key(keys.wake()).arg((self.value() + "\n" + lines).strip()))
                .subscribe()
                .with(told -> {}, failure -> LOG.debugf("wake-up not sent: %s", failure.getMessage()));
    }

    private void heard(byte[] payload) {
        var lines = new String(payload, StandardCharsets.UTF_8).split("\n");
        if (lines[0].equals(self.value())) {
            return;
        }
        heardAtNanos = System.nanoTime();
        for (int i = 1; i < lines.length; i++) {
            int space = lines[i].indexOf(' ');
            var queue = lines[i].substring(0, space);
            var partition = partitions.at(Integer.parseInt(lines[i].substring(space + 1)));
            listeners.forEach(listener -> listener.accept(queue, partition));
        }
    }
}
