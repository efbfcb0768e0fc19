package dev.hotstate.monitor.definition;

import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.platform.MonitorProblem;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;

/**
 * All definitions, in memory: checks go on while Postgres is away, and lists get their labels without SQL. What others change
 * arrives within {@link DefinitionConfig#refresh()}; who claims a check of a newer version fetches it at once.
 */
@Singleton
public class Definitions {

    private static final int PAGE = 1_000;

    /** Changes become visible at their commit, which may be later than their stamp by as much as a transaction lasts. */
    private static final Duration LOOK_BACK = Duration.ofSeconds(10);

    private static final String BEFORE_ALL_IDS = "";

    private final MonitorStore store;
    private final Duration removalsKnown;
    private final ConcurrentMap<String, Monitor> byId = new ConcurrentHashMap<>();
    /** Changed with {@code byId}, under its lock of that id. */
    private final NavigableSet<String> inOrder = new ConcurrentSkipListSet<>();

    private final PushIndex pushMonitors = new PushIndex();
    private volatile Instant asOf = Instant.EPOCH;
    private volatile boolean loaded;

    @Inject
    Definitions(MonitorStore store) {
        this(store, MonitorStore.REMOVALS_KEPT.dividedBy(2));
    }

    /** @param removalsKnown who has not asked for longer may have missed some, and reads everything anew */
    Definitions(MonitorStore store, Duration removalsKnown) {
        this.store = store;
        this.removalsKnown = removalsKnown;
    }

    /** As this instance knows them, disabled ones too, in no order. A view that changes with the definitions. */
    public Collection<Monitor> all() {
        return Collections.unmodifiableCollection(byId.values());
    }

    /** Those that follow this id, in the order of their ids; the empty id comes before all. Costs what is looked at. */
    public Stream<Monitor> after(String id) {
        return inOrder.tailSet(id, false).stream().map(byId::get).filter(Objects::nonNull);
    }

    public Optional<Monitor> known(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Whether all were read once. */
    public boolean isLoaded() {
        return loaded;
    }

    /** Fails until then: what is not there yet would look as if nobody had defined it. */
    public void requireLoaded() {
        if (!loaded) {
            throw new PostgresUnavailable();
        }
    }

    /** In this version or a newer one. */
    public Optional<Monitor> knownAtLeast(String id, int version) {
        return known(id).filter(monitor -> monitor.version() >= version);
    }

    /** Known or in Postgres. */
    public Uni<Optional<Monitor>> find(String id) {
        var known = byId.get(id);
        return known != null
                ? Uni.createFrom().item(Optional.of(known))
                : fetch(List.of(id)).map(found -> found.stream().findFirst());
    }

    /** Refused if there is none. */
    public Uni<Monitor> existing(String id) {
        return find(id).map(found ->
                found.orElseThrow(() -> new Refusal(MonitorProblem.MONITOR_NOT_FOUND, "There is no such monitor.")));
    }

    /** Whether a push monitor that this instance knows has the token. */
    public boolean isPushToken(UUID token) {
        return pushMonitors.ofToken(token).isPresent();
    }

    public Uni<Optional<Monitor>> findByPushToken(UUID token) {
        var known = pushMonitors.ofToken(token);
        return known.isPresent()
                ? Uni.createFrom().item(known)
                : store.findByPushToken(token).map(found -> found.map(this::learn));
    }

    /** The push monitors of that {@link Slug}, as this instance knows them. */
    List<Monitor> knownBySlug(String slug) {
        return List.copyOf(pushMonitors.ofSlug(slug));
    }

    /** As Postgres has them, in one query; fails while it is away. */
    public Uni<List<Monitor>> fetch(Collection<String> ids) {
        return store.find(ids).map(found -> found.stream().map(this::learn).toList());
    }

    /** Takes note of a version; an older one than is known changes nothing. Gives the newer one. */
    Monitor learn(Monitor monitor) {
        return byId.compute(monitor.id(), (id, known) -> {
            if (known != null && known.version() > monitor.version()) {
                return known;
            }
            pushMonitors.replace(known, monitor);
            inOrder.add(id);
            return monitor;
        });
    }

    void forget(String id) {
        byId.computeIfPresent(id, (same, known) -> {
            pushMonitors.remove(known);
            inOrder.remove(id);
            return null;
        });
    }

    /** Reads everything at first, then what has changed. Fails while Postgres is away, and is then repeated. */
    Uni<Void> refresh() {
        return store.now()
                .chain(now -> (asOf.plus(removalsKnown).isAfter(now) ? learnChanged(asOf.minus(LOOK_BACK)) : learnAll())
                        .invoke(() -> {
                            asOf = now;
                            loaded = true;
                        }));
    }

    private Uni<Void> learnAll() {
        var notSeen = new HashSet<>(byId.keySet());
        return learnFrom(BEFORE_ALL_IDS, notSeen).invoke(() -> notSeen.forEach(this::forget));
    }

    private Uni<Void> learnFrom(String afterId, Set<String> notSeen) {
        return store.page(afterId, PAGE).chain(page -> {
            page.forEach(monitor -> notSeen.remove(learn(monitor).id()));
            return isLast(page)
                    ? Uni.createFrom().voidItem()
                    : learnFrom(page.getLast().id(), notSeen);
        });
    }

    private Uni<Void> learnChanged(Instant since) {
        return learnChanged(since, BEFORE_ALL_IDS)
                .chain(() -> store.removedSince(since))
                .invoke(removed -> removed.forEach(this::forget))
                .replaceWithVoid();
    }

    private Uni<Void> learnChanged(Instant since, String afterId) {
        return store.changedSince(since, afterId, PAGE).chain(page -> {
            page.forEach(this::learn);
            return isLast(page)
                    ? Uni.createFrom().voidItem()
                    : learnChanged(page.getLast().updatedAt(), page.getLast().id());
        });
    }

    private static boolean isLast(List<Monitor> page) {
        return page.size() < PAGE;
    }
}
