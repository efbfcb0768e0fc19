package dev.hotstate.monitor.statuspage;

import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.monitor.definition.Definitions;
import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.history.History;
import dev.hotstate.monitor.history.History.Day;
import dev.hotstate.monitor.read.ShownState;
import dev.hotstate.monitor.read.StatusReader;
import dev.hotstate.monitor.read.StatusView;
import dev.hotstate.monitor.statuspage.PublicPage.Component;
import dev.hotstate.monitor.statuspage.PublicPage.DayOfComponent;
import dev.hotstate.monitor.statuspage.PublicPage.Outage;
import dev.hotstate.monitor.statuspage.PublicPage.Section;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes public pages, each at most every few seconds, however many look at it. A page is kept for when Postgres is away.
 */
@Singleton
class PublicPages {

    static final int DAYS = 90;

    private static final Duration KEEP = Duration.ofSeconds(5);
    private static final Duration INCIDENTS_OF = Duration.ofDays(14);
    private static final int KEPT_MAX = 1_000;

    private final StatusPageStore store;
    private final StatusReader reader;
    private final History history;
    private final Definitions definitions;
    private final Clock clock;
    private final SharedAnswers<Optional<PublicPage>> pages;

    PublicPages(StatusPageStore store, StatusReader reader, History history, Definitions definitions, Clock clock) {
        this.store = store;
        this.reader = reader;
        this.history = history;
        this.definitions = definitions;
        this.clock = clock;
        this.pages = new SharedAnswers<>(KEEP, KEPT_MAX, clock);
    }

    Uni<Optional<PublicPage>> page(String slug) {
        return pages.get(
                slug,
                last -> make(slug)
                        .onFailure(PostgresUnavailable.class)
                        .recoverWithUni(away -> last == null
                                ? Uni.createFrom().failure(away)
                                : Uni.createFrom().item(old(last))));
    }

    void forget(String slug) {
        pages.forget(slug);
    }

    private Uni<Optional<PublicPage>> make(String slug) {
        return store.find(slug)
                .chain(found -> found.isEmpty()
                        ? Uni.createFrom().item(Optional.empty())
                        : make(found.get(), clock.instant()).map(Optional::of));
    }

    private static Optional<PublicPage> old(Optional<PublicPage> page) {
        return page.map(known -> new PublicPage(
                known.slug(),
                known.title(),
                known.description(),
                known.state(),
                known.asOf(),
                false,
                known.groups(),
                known.incidents()));
    }

    /** Everything that a page is made of. */
    private record Parts(
            StatusPage page,
            Map<String, StatusView> states,
            Map<String, List<Day>> days,
            List<PublicIncident> incidents,
            Instant now) {}

    private Uni<PublicPage> make(StatusPage page, Instant now) {
        var ids = page.monitorIds().distinct().toList();
        return history.days(ids, DAYS)
                .chain(days -> store.incidents(ids, now.minus(INCIDENTS_OF))
                        .chain(incidents -> reader.of(ids).map(states -> {
                            var byId = new HashMap<String, StatusView>();
                            states.forEach(state -> byId.put(state.id(), state));
                            return new Parts(page, byId, days, incidents, now);
                        })))
                .map(this::assemble);
    }

    private PublicPage assemble(Parts parts) {
        boolean live = parts.states.values().stream().allMatch(StatusView::answered);
        var down = new HashSet<String>();
        parts.incidents.stream()
                .filter(incident -> incident.to() == null)
                .forEach(incident -> down.add(incident.monitorId()));
        var names = new HashMap<String, String>();
        var groups = parts.page.groups().stream()
                .map(group -> new Section(
                        group.name(),
                        group.monitors().stream()
                                .flatMap(member -> component(member, parts, down, names).stream())
                                .toList()))
                .toList();
        var states = groups.stream()
                .flatMap(group -> group.components().stream())
                .map(Component::state)
                .toList();
        return new PublicPage(
                parts.page.slug(),
                parts.page.title(),
                parts.page.description() == null ? "" : parts.page.description(),
                PublicPage.worst(states),
                live ? parts.now : lastKnown(parts),
                live,
                groups,
                outages(parts, names));
    }

    /** Empty for a monitor that was deleted. */
    private Optional<Component> component(
            StatusPage.Member member, Parts parts, Set<String> down, Map<String, String> names) {
        return definitions.known(member.id()).map(monitor -> {
            var name = member.label() == null ? monitor.name() : member.label();
            names.put(monitor.id(), name);
            var days = parts.days.getOrDefault(monitor.id(), List.of());
            return new Component(
                    name,
                    state(monitor, parts, down),
                    PublicPage.uptimeOf(days),
                    isYoung(monitor, parts.now) ? monitor.createdAt() : null,
                    days.stream().map(DayOfComponent::of).toList());
        });
    }

    private static boolean isYoung(Monitor monitor, Instant now) {
        return monitor.createdAt().isAfter(now.minus(Duration.ofDays(DAYS)));
    }

    /** Where Redis does not answer: what Postgres knows, which is old by as much as the page says. */
    private static ShownState state(Monitor monitor, Parts parts, Set<String> down) {
        var status = parts.states.get(monitor.id());
        // That one is disabled or in maintenance is known without Redis.
        if (status != null && (status.answered() || status.state() != ShownState.UNKNOWN)) {
            return PublicPage.shown(status.state());
        }
        if (down.contains(monitor.id())) {
            return ShownState.DOWN;
        }
        var today = LocalDate.ofInstant(parts.now, ZoneOffset.UTC);
        var days = parts.days.getOrDefault(monitor.id(), List.of());
        return days.stream()
                        .anyMatch(day -> day.day().equals(today) && day.tally().total() > 0)
                ? ShownState.UP
                : ShownState.UNKNOWN;
    }

    /** The counts reach Postgres every few minutes: what is shown is not newer than that. */
    private Instant lastKnown(Parts parts) {
        return parts.now.minus(history.flushInterval());
    }

    private static boolean isInMaintenance(@Nullable StatusView status) {
        return status != null && status.state() == ShownState.MAINTENANCE;
    }

    private static List<Outage> outages(Parts parts, Map<String, String> names) {
        return parts.incidents.stream()
                .filter(incident -> names.containsKey(incident.monitorId()))
                .map(incident -> new Outage(
                        names.get(incident.monitorId()),
                        incident.from(),
                        incident.to(),
                        incident.to() == null && isInMaintenance(parts.states.get(incident.monitorId()))))
                .toList();
    }
}
