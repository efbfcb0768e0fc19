package dev.hotstate.kit.redis.live;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.worker.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells every instance what one of them learns, while somebody watches.
 *
 * <p>Who listens is known to Redis alone: the answer to SPUBLISH is the number of listeners. While it is 0, news is not
 * encoded; once a period, if there is any, a message with nothing in it asks again. News is kept until it was told, or until
 * the answer has been 0 for longer than a wrong one can last: whoever listens later reads the state later, and finds it
 * there. So nobody who reads the state once it listens ({@link #follow}) misses any, whatever dies: with a listener goes its
 * connection and the count, with a master the count and the connections of all, who are told to read anew when they listen
 * again. What an instance did not tell before it died is missed until the next news of that key.
 *
 * @param <K> of whom there is news
 * @param <V> the news
 */
public final class LiveChannel<K, V> implements AutoCloseable {

    /**
     * For so long an instance may take for the master who is none any more. As a replica it answers all the same, and counts its
     * own listeners.
     */
    private static final Duration MISTAKEN_MAX = Duration.ofSeconds(3);

    private final LiveSpec<K, V> spec;
    private final RedisRouter redis;
    private final Vertx vertx;
    private final LiveFollower follower;
    private final LiveMetrics metrics;
    private final byte[] nothing;
    private final int periodsKept;
    private final Map<K, Pending<V>> pending = new ConcurrentHashMap<>();
    private volatile int period;
    private volatile boolean heard;
    private @Nullable Ticker ticker;

    public LiveChannel(
            LiveSpec<K, V> spec, LiveListener listener, RedisRouter redis, Vertx vertx, MeterRegistry registry) {
        this.spec = spec;
        this.redis = redis;
        this.vertx = vertx;
        this.nothing = spec.encode().apply(List.of());
        this.follower = new LiveFollower(spec.channel(), nothing, listener, redis, vertx);
        this.metrics = new LiveMetrics(registry, spec.channel(), follower::isOpen);
        this.periodsKept = periods(spec.readableAfter().plus(MISTAKEN_MAX), spec.period());
    }

    private record Pending<V>(V news, int period) {}

    private static int periods(Duration time, Duration period) {
        return (int) ((time.toMillis() + period.toMillis() - 1) / period.toMillis());
    }

    public LiveChannel<K, V> start() {
        ticker = Ticker.every(vertx, spec.period(), "Telling " + spec.channel().value(), this::tick);
        return this;
    }

    /**
     * Somebody watches from now on, until {@link LiveListener#isWatched} says no.
     *
     * @return ends as soon as nothing is missed any more; if that takes long it ends before, and
     *     {@link LiveListener#mayHaveMissedSome} follows
     */
    public Uni<Void> follow() {
        return follower.follow();
    }

    /** Whether nothing is missed at the moment. */
    public boolean isFollowing() {
        return follower.holds();
    }

    /** Of something that can be read by now, or can be after the time that was specified. */
    public void add(K key, V news) {
        if (pending.size() < spec.pendingMax() || pending.containsKey(key)) {
            pending.merge(key, new Pending<>(news, period), this::later);
        } else {
            metrics.dropped.increment();
        }
    }

    private Pending<V> later(Pending<V> first, Pending<V> second) {
        var news = spec.later().apply(first.news(), second.news());
        return news == first.news() ? first : new Pending<>(news, second.period());
    }

    /** Tells what came together, if anybody listens. */
    public Uni<Void> tick() {
        follower.letGoIfUnwatched();
        int asked = period;
        period = asked + 1;
        if (pending.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return heard ? tell(asked) : ask(asked);
    }

    private Uni<Void> ask(int asked) {
        return redis.sendAll(List.of(message(nothing))).chain(outcomes -> {
            heard = isHeard(outcomes.getFirst());
            if (heard) {
                return tell(asked);
            }
            if (isUnheard(outcomes.getFirst())) {
                forget(asked);
            }
            return Uni.createFrom().voidItem();
        });
    }

    private Uni<Void> tell(int asked) {
        var parts = drain();
        return redis.sendAll(parts.stream().map(this::encoded).toList())
                .invoke(outcomes -> {
                    for (int i = 0; i < parts.size(); i++) {
                        if (isHeard(outcomes.get(i))) {
                            metrics.told.increment(parts.get(i).size());
                        } else {
                            parts.get(i).forEach(this::putBack);
                        }
                    }
                    if (outcomes.stream().anyMatch(LiveChannel::isUnheard)) {
                        heard = false;
                        forget(asked);
                    }
                })
                .replaceWithVoid();
    }

    private void putBack(Map.Entry<K, Pending<V>> untold) {
        pending.merge(untold.getKey(), untold.getValue(), (fresh, old) -> later(old, fresh));
    }

    private List<List<Map.Entry<K, Pending<V>>>> drain() {
        var all = new ArrayList<Map.Entry<K, Pending<V>>>(pending.size());
        for (var key : List.copyOf(pending.keySet())) {
            var news = pending.remove(key);
            if (news != null) {
                all.add(Map.entry(key, news));
            }
        }
        var parts = new ArrayList<List<Map.Entry<K, Pending<V>>>>();
        for (int from = 0; from < all.size(); from += spec.perMessage()) {
            parts.add(all.subList(from, Math.min(all.size(), from + spec.perMessage())));
        }
        return parts;
    }

    private Command encoded(List<Map.Entry<K, Pending<V>>> part) {
        return message(spec.encode()
                .apply(part.stream().map(each -> each.getValue().news()).toList()));
    }

    private Command message(byte[] content) {
        return Command.of("SPUBLISH").key(spec.channel()).arg(content);
    }

    /** What came in by that period can be read by now, or can be when as many periods have passed. */
    private void forget(int asked) {
        int forgotten = 0;
        for (var news : pending.entrySet()) {
            boolean isReadable = asked - news.getValue().period() >= periodsKept;
            if (isReadable && pending.remove(news.getKey(), news.getValue())) {
                forgotten++;
            }
        }
        metrics.unheard.increment(forgotten);
    }

    private static boolean isHeard(Outcome outcome) {
        return outcome instanceof Outcome.Replied replied && replied.reply().integer() > 0;
    }

    private static boolean isUnheard(Outcome outcome) {
        return outcome instanceof Outcome.Replied replied && replied.reply().integer() == 0;
    }

    @Override
    public void close() {
        if (ticker != null) {
            ticker.close();
        }
        follower.close();
    }
}
