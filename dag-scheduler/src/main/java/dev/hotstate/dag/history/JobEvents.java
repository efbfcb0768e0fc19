package dev.hotstate.dag.history;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.sse.EventFeed;
import dev.hotstate.kit.http.sse.EventFeed.Event;
import dev.hotstate.kit.http.sse.EventFeed.Snapshot;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.stream.StreamEntry;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import jakarta.ws.rs.sse.OutboundSseEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The events of one job: in pages, and live with whatever a client missed. */
@Singleton
class JobEvents {

    static final Paging PAGING = new Paging("events", 200, 1_000);

    /** Who missed more begins anew with a snapshot. */
    private static final int MISSED_MAX = 1_000;

    /** Entries of the stream, each of up to fifty events or 16 KB. */
    private static final int STREAM_READ_MAX = 300;

    private final EventStore store;
    private final EventTail tail;
    private final RedisRouter router;
    private final DagKeys keys;

    JobEvents(EventStore store, EventTail tail, RedisRouter router, DagKeys keys) {
        this.store = store;
        this.tail = tail;
        this.router = router;
        this.keys = keys;
    }

    /** As far as they have reached Postgres. */
    Uni<Page<EventView>> page(String job, PageRequest request, HistoryOrder order, EventFilter filter) {
        var position = request.after()
                .map(after -> new EntryId(after.number(0), after.number(1)))
                .orElseGet(() -> new EntryId(order.start(), order.start()));
        var events = order == HistoryOrder.OLDEST
                ? store.after(job, position, request.fetch(), filter)
                : store.before(job, position, request.fetch(), filter);
        return events.map(found -> PAGING.page(
                        request,
                        found,
                        event -> Position.of(event.id().ms(), event.id().number())))
                .map(page -> page.map(EventView::of));
    }

    /**
     * To be had before a stream begins: afterwards nobody can be told that there is no room for it.
     *
     * @param job one that there is
     */
    Uni<EventFeed> feedOf(String job) {
        return tail.feedOf(job);
    }

    Multi<OutboundSseEvent> live(EventFeed feed, String job, @Nullable String lastEventId) {
        return feed.subscribe(
                lastEventId,
                last -> missedSince(job, last),
                () -> store.snapshot(job).map(snapshot -> new Snapshot("snapshot", snapshot)));
    }

    /** First what Postgres has, then what the stream has beyond that: together all, since a stream keeps what is unread. */
    private Uni<Optional<List<Event>>> missedSince(String job, String last) {
        var position = EntryId.of(last);
        if (position.isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        return store.after(job, position.get(), MISSED_MAX + 1)
                .chain(stored -> inStream(job, newest(stored, position.get()))
                        .map(streamed -> streamed.flatMap(fresh -> together(stored, fresh))));
    }

    private static EntryId newest(List<JobEvent> stored, EntryId otherwise) {
        return stored.isEmpty() ? otherwise : stored.getLast().id();
    }

    /** Empty if there is more than can be read at once. */
    private Uni<Optional<List<JobEvent>>> inStream(String job, EntryId after) {
        var read = Command.of("XRANGE")
                .key(keys.events(keys.partitionOf(job)))
                .arg(after.entry())
                .arg("+")
                .arg("COUNT")
                .arg(STREAM_READ_MAX);
        return router.send(read)
                .map(reply ->
                        reply.size() == STREAM_READ_MAX ? Optional.empty() : Optional.of(eventsOf(job, after, reply)));
    }

    private static List<JobEvent> eventsOf(String job, EntryId after, Reply reply) {
        return reply.stream()
                .map(StreamEntry::fromReply)
                .flatMap(entry -> JobEvent.of(entry, job).stream())
                .filter(event -> event.id().compareTo(after) > 0)
                .toList();
    }

    private static Optional<List<Event>> together(List<JobEvent> stored, List<JobEvent> streamed) {
        var byId = new TreeMap<EntryId, JobEvent>();
        stored.forEach(event -> byId.put(event.id(), event));
        streamed.forEach(event -> byId.put(event.id(), event));
        if (byId.size() > MISSED_MAX) {
            return Optional.empty();
        }
        var events = new ArrayList<Event>(byId.size());
        byId.values().forEach(event -> events.add(new Event(event.id().toString(), event.type(), EventView.of(event))));
        return Optional.of(events);
    }
}
