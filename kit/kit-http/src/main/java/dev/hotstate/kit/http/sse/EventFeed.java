package dev.hotstate.kit.http.sse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.BackPressureStrategy;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.vertx.core.Vertx;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One stream of events on this instance. Built by {@link EventFeeds}.
 *
 * <p>Order: a client is registered first and its snapshot is made then, so that no event falls between the two; an event may
 * therefore repeat what the snapshot already shows.
 */
public final class EventFeed implements AutoCloseable {

    private static final Refusal FULL =
            new Refusal(KitProblem.OVERLOADED, "This instance serves as many live streams as it can.");

    private final FeedConfig config;
    private final ObjectMapper json;
    private final Vertx vertx;
    private final StreamAccess access;
    private final StreamShares shares;

    /** Tells the numbers of this run and instance from those of others, which mean nothing here. */
    private final String run = Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36);

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<FeedEvent> recent = new ArrayDeque<>();
    private final Set<Subscriber> subscribers = new HashSet<>();
    private long number;
    private String lastId = run + "-0";
    private boolean leaving;
    private boolean closed;

    EventFeed(FeedConfig config, ObjectMapper json, Vertx vertx, StreamAccess access, StreamShares shares) {
        this.config = config;
        this.json = json;
        this.vertx = vertx;
        this.access = access;
        this.shares = shares;
    }

    /** The state at the moment, as the first event for a new client. */
    public record Snapshot(String name, Object data) {}

    /** An event under an id that means the same on every instance. */
    public record Event(String id, String name, Object data) {}

    /** Sends an event to all clients, under a number of this feed. */
    public void publish(String name, Object data) {
        var text = encode(data);
        locked(() -> send(run + "-" + ++number, name, text));
    }

    /** Sends an event under an id that means the same on every instance, such as that of a Redis stream. */
    public void publish(String id, String name, Object data) {
        var text = encode(data);
        locked(() -> send(id, name, text));
    }

    /**
     * A new client. To be called in its request, whose credentials are looked at again with each heartbeat.
     *
     * @param lastEventId what the client saw last, from the header of that name
     * @param snapshot asked for unless the client can be given just what it missed
     */
    public Multi<OutboundSseEvent> subscribe(@Nullable String lastEventId, Supplier<Uni<Snapshot>> snapshot) {
        return subscribe(lastEventId, id -> Uni.createFrom().item(Optional.empty()), snapshot);
    }

    /**
     * A new client of a feed whose events are kept somewhere under their ids.
     *
     * @param missed asked, with the id that the client saw last, for all events after it, in order; empty if there are too
     *     many, or if that can't be told
     */
    public Multi<OutboundSseEvent> subscribe(
            @Nullable String lastEventId,
            Function<String, Uni<Optional<List<Event>>>> missed,
            Supplier<Uni<Snapshot>> snapshot) {
        locked(this::requireRoom);
        var caller = access.callerOfThisRequest();
        shares.requireRoom(caller);
        var stillAllowed = access.ofThisRequest();
        return Multi.createFrom()
                .emitter(
                        client -> attach(client, caller, stillAllowed, lastEventId, missed, snapshot),
                        BackPressureStrategy.ERROR);
    }

    public int subscribers() {
        lock.lock();
        try {
            return subscribers.size();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the streams of all clients, and lets no more in. */
    @Override
    public void close() {
        endStreams(() -> closed = true);
    }

    /** Ends the streams of all clients; who comes now still sees the state. They all come back to another instance. */
    void leave() {
        endStreams(() -> leaving = true);
    }

    private void endStreams(Runnable before) {
        var ending = new ArrayList<Subscriber>();
        locked(() -> {
            before.run();
            ending.addAll(subscribers);
        });
        ending.forEach(Subscriber::complete);
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    void heartbeat() {
        locked(() -> subscribers.forEach(subscriber -> {
            subscriber.heartbeat();
            subscriber.checkAccess();
        }));
    }

    private void attach(
            MultiEmitter<? super OutboundSseEvent> client,
            String caller,
            Supplier<Uni<Boolean>> stillAllowed,
            @Nullable String lastEventId,
            Function<String, Uni<Optional<List<Event>>>> missed,
            Supplier<Uni<Snapshot>> snapshot) {
        var subscriber = new Subscriber(
                client,
                vertx.getOrCreateContext(),
                stillAllowed,
                config.bufferMax(),
                FeedEvent.opening(config.reconnectDelay()));
        client.onTermination(() -> locked(() -> leave(subscriber, caller)));
        try {
            locked(() -> {
                requireRoom();
                shares.take(caller);
                subscribers.add(subscriber);
                if (leaving) {
                    subscriber.endAfterBeginning();
                }
                missedSince(lastEventId)
                        .ifPresentOrElse(subscriber::begin, () -> catchUp(subscriber, lastEventId, missed, snapshot));
            });
        } catch (Refusal full) {
            client.fail(full);
        }
    }

    private void leave(Subscriber subscriber, String caller) {
        if (subscribers.remove(subscriber)) {
            shares.giveBack(caller);
        }
    }

    private void catchUp(
            Subscriber subscriber,
            @Nullable String lastEventId,
            Function<String, Uni<Optional<List<Event>>>> missed,
            Supplier<Uni<Snapshot>> snapshot) {
        if (lastEventId == null) {
            sendSnapshot(subscriber, snapshot);
            return;
        }
        missed.apply(lastEventId)
                .subscribe()
                .with(
                        events -> events.map(this::encoded)
                                .ifPresentOrElse(subscriber::begin, () -> sendSnapshot(subscriber, snapshot)),
                        subscriber::fail);
    }

    private List<FeedEvent> encoded(List<Event> events) {
        return events.stream()
                .map(event -> new FeedEvent(event.id(), event.name(), encode(event.data())))
                .toList();
    }

    /** The snapshot bears the number of the last event before it, so that a client can go on from there. */
    private void sendSnapshot(Subscriber subscriber, Supplier<Uni<Snapshot>> snapshot) {
        var id = lastId;
        snapshot.get()
                .map(state -> new FeedEvent(id, state.name(), encode(state.data())))
                .subscribe()
                .with(state -> subscriber.begin(List.of(state)), subscriber::fail);
    }

    /** Empty if that can't be told any more. */
    private Optional<List<FeedEvent>> missedSince(@Nullable String lastEventId) {
        if (lastEventId == null) {
            return Optional.empty();
        }
        if (lastEventId.equals(lastId)) {
            return Optional.of(List.of());
        }
        var events = List.copyOf(recent);
        for (int i = 0; i < events.size(); i++) {
            if (lastEventId.equals(events.get(i).id())) {
                return Optional.of(events.subList(i + 1, events.size()));
            }
        }
        return Optional.empty();
    }

    private void send(String id, String name, String text) {
        var event = new FeedEvent(id, name, text);
        recent.addLast(event);
        if (recent.size() > config.replayMax()) {
            recent.removeFirst();
        }
        lastId = id;
        subscribers.forEach(subscriber -> subscriber.offer(event));
    }

    private void requireRoom() {
        if (closed || subscribers.size() >= config.subscribersMax()) {
            throw FULL;
        }
    }

    private String encode(Object data) {
        try {
            return json.writeValueAsString(data);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("An event must be JSON", e);
        }
    }

    private void locked(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }
}
