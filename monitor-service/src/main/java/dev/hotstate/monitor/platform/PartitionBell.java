package dev.hotstate.monitor.platform;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Tells every instance, this one first, that it is worth to look at a partition now. So nobody has to look often: a quiet
 * partition costs next to nothing, and what is put there is found at once. A ring may be lost, so whoever listens looks now
 * and then anyway, and at everything when rings may have been missed.
 */
@Singleton
public class PartitionBell {

    private static final Logger LOG = Logger.getLogger(PartitionBell.class);
    private static final String SEPARATOR = " ";

    /** What is to be looked for. */
    public enum Reason {
        /** Something falls due earlier than an answer can have told. */
        DUE,
        /** A transition was appended. */
        TRANSITION
    }

    private final RedisRouter redis;
    private final Partitions partitions;
    private final RedisKey channel;
    private final Map<Reason, List<Consumer<Partition>>> listeners = new EnumMap<>(Reason.class);
    private final List<Runnable> doubters = new CopyOnWriteArrayList<>();
    private RedisRouter.@Nullable Subscription subscription;

    public PartitionBell(RedisRouter redis, KeySpace keys, Partitions partitions) {
        this.redis = redis;
        this.partitions = partitions;
        this.channel = keys.key("live", "bell");
        for (var reason : Reason.values()) {
            listeners.put(reason, new CopyOnWriteArrayList<>());
        }
    }

    void start(@Observes StartupEvent event) {
        listen();
    }

    public void listen() {
        subscription = redis.subscribe(channel, this::heard, () -> doubters.forEach(Runnable::run));
    }

    void stop(@Observes ShutdownEvent event) {
        if (subscription != null) {
            subscription.close();
        }
    }

    /** @param listener must not block; may be called for a ring of its own */
    public void onRing(Reason reason, Consumer<Partition> listener) {
        listeners.get(reason).add(listener);
    }

    /** Whenever rings may have been missed, and once at the beginning. */
    public void onDoubt(Runnable listener) {
        doubters.add(listener);
    }

    /** Returns at once; a ring that does not arrive is no failure. */
    public void ring(Reason reason, Collection<Partition> rung) {
        if (rung.isEmpty()) {
            return;
        }
        tell(reason, rung);
        redis.send(Command.of("SPUBLISH").key(channel).arg(encoded(reason, rung)))
                .subscribe()
                .with(sent -> {}, failure -> LOG.debugf("Nobody heard the bell: %s", failure.getMessage()));
    }

    private void heard(byte[] message) {
        var words = new String(message, StandardCharsets.UTF_8).split(SEPARATOR);
        try {
            var rung = List.of(words).subList(1, words.length).stream()
                    .map(number -> partitions.at(Integer.parseInt(number)))
                    .toList();
            tell(Reason.valueOf(words[0]), rung);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            LOG.debugf("A ring of another version is ignored: %s", e.getMessage());
        }
    }

    private void tell(Reason reason, Collection<Partition> rung) {
        listeners.get(reason).forEach(rung::forEach);
    }

    private static String encoded(Reason reason, Collection<Partition> rung) {
        return rung.stream()
                .map(partition -> Integer.toString(partition.number()))
                .collect(Collectors.joining(SEPARATOR, reason.name() + SEPARATOR, ""));
    }
}
