package dev.hotstate.metrics.live;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.metrics.minute.MinutePart;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Puts the last hour together, by what it is about. */
@Singleton
class LastHour {

    private static final int RECENT_MINUTES = 5;
    private static final double SECONDS = 60;

    private final Hour hour;
    private final Clock clock;
    private final Set<String> waitingEndpoints;

    LastHour(Hour hour, Clock clock, LiveConfig config) {
        this.hour = hour;
        this.clock = clock;
        this.waitingEndpoints = config.waitingEndpoints().orElse(Set.of());
    }

    EndpointHourView.All endpoints(int limit) {
        var all = byKey(Minute::endpoints);
        var items = all.entrySet().stream()
                .map(each -> endpointView(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong(EndpointHourView::requests)
                        .reversed()
                        .thenComparing(EndpointHourView::endpoint))
                .limit(limit)
                .toList();
        return new EndpointHourView.All(clock.instant(), all.size(), items);
    }

    private EndpointHourView endpointView(String endpoint, List<@Nullable Figures> minutes) {
        var whole = sum(minutes);
        var recent = sum(minutes.subList(Hour.MINUTES - RECENT_MINUTES, Hour.MINUTES));
        var times = recent.requests() == 0 ? whole.times() : recent.times();
        var perMinute = perMinute(minutes, Figures::requests);
        return new EndpointHourView(
                endpoint,
                waitingEndpoints.contains(endpoint),
                whole.requests(),
                whole.errors(),
                whole.failed(),
                perSecond(perMinute),
                times.millisAt(0.50),
                times.millisAt(0.95),
                times.millisAt(0.99),
                perMinute);
    }

    SeriesView endpoint(String endpoint) {
        var minutes = minutes();
        var series = SeriesView.empty((int) SECONDS, firstMinute());
        boolean known = false;
        for (var minute : minutes) {
            var figures = minute.map(each -> each.endpoints().getOrDefault(endpoint, Figures.NONE));
            known |= figures.filter(each -> each.requests() > 0).isPresent();
            var times = figures.map(Figures::times).orElse(Times.NONE);
            series.add(
                    "requestsPerSecond",
                    figures.map(each -> each.requests() / SECONDS).orElse(null));
            series.add(
                    "errorsPerSecond",
                    figures.map(each -> each.errors() / SECONDS).orElse(null));
            series.add(
                    "failedPerSecond",
                    figures.map(each -> each.failed() / SECONDS).orElse(null));
            series.add("p50", times.millisAt(0.50));
            series.add("p95", times.millisAt(0.95));
            series.add("p99", times.millisAt(0.99));
        }
        if (!known) {
            throw new Refusal(KitProblem.NOT_FOUND, "Nothing was recorded of this endpoint during the last hour.");
        }
        return series;
    }

    InstanceHourView.All instances() {
        var items = byKey(Minute::instances).entrySet().stream()
                .map(each -> instanceView(each.getKey(), each.getValue()))
                .sorted(Comparator.comparing(InstanceHourView::instance))
                .toList();
        return new InstanceHourView.All(clock.instant(), items);
    }

    private InstanceHourView instanceView(String instance, List<@Nullable InstanceFigures> minutes) {
        var perMinute = perMinute(minutes, InstanceFigures::requests);
        var whole = new InstanceFigures(0, 0);
        for (var minute : minutes) {
            whole = minute == null ? whole : whole.plus(minute);
        }
        return new InstanceHourView(instance, whole.requests(), whole.errors(), perSecond(perMinute), perMinute);
    }

    PolicyHourView.All policies() {
        var items = byKey(Minute::policies).entrySet().stream()
                .map(each -> policyView(each.getKey(), each.getValue()))
                .sorted(Comparator.comparing(PolicyHourView::policy))
                .toList();
        return new PolicyHourView.All(clock.instant(), items);
    }

    private PolicyHourView policyView(String policy, List<@Nullable PolicyFigures> minutes) {
        var whole = PolicyFigures.NONE;
        var series = SeriesView.empty((int) SECONDS, firstMinute());
        var present = minutes();
        for (int i = 0; i < Hour.MINUTES; i++) {
            var figures = minutes.get(i);
            whole = figures == null ? whole : whole.plus(figures);
            series.add(values(present.get(i).isEmpty(), figures == null ? PolicyFigures.NONE : figures));
        }
        var callers = whole.hottest(PolicyFigures.CALLERS_MAX).entrySet().stream()
                .map(each -> new PolicyHourView.OfCaller(
                        each.getKey(), each.getValue().asked(), each.getValue().denied()))
                .toList();
        return new PolicyHourView(
                policy,
                whole.allowed(),
                whole.denied(),
                whole.near(),
                whole.wouldDeny(),
                whole.wouldAllow(),
                whole.withoutRedis(),
                callers,
                series);
    }

    private static Map<String, @Nullable Double> values(boolean unknown, PolicyFigures figures) {
        var values = new LinkedHashMap<String, @Nullable Double>();
        values.put("allowed", unknown ? null : (double) (figures.allowed() - figures.near()));
        values.put("near", unknown ? null : (double) figures.near());
        values.put("denied", unknown ? null : (double) figures.denied());
        values.put("withoutRedis", unknown ? null : (double) figures.withoutRedis());
        return values;
    }

    /** For each key a value for each minute of the hour. */
    private <T> Map<String, List<@Nullable T>> byKey(Function<Minute, Map<String, T>> part) {
        var minutes = minutes();
        var all = new HashMap<String, List<@Nullable T>>();
        for (int i = 0; i < Hour.MINUTES; i++) {
            int at = i;
            minutes.get(i)
                    .ifPresent(minute -> part.apply(minute)
                            .forEach((key, value) -> all.computeIfAbsent(key, absent -> nothing())
                                    .set(at, value)));
        }
        return all;
    }

    private static <T> List<@Nullable T> nothing() {
        var list = new ArrayList<@Nullable T>(Hour.MINUTES);
        for (int i = 0; i < Hour.MINUTES; i++) {
            list.add(null);
        }
        return list;
    }

    /** A minute in which nobody was there to see is not one without requests. */
    private <T> List<@Nullable Long> perMinute(List<@Nullable T> ofMinutes, ToLongFunction<T> requests) {
        var minutes = minutes();
        var all = new ArrayList<@Nullable Long>(Hour.MINUTES);
        for (int i = 0; i < Hour.MINUTES; i++) {
            var of = ofMinutes.get(i);
            long count = of == null ? 0 : requests.applyAsLong(of);
            all.add(minutes.get(i).isEmpty() ? null : Long.valueOf(count));
        }
        return all;
    }

    private List<Optional<Minute>> minutes() {
        return hour.until(MinutePart.minuteOf(clock.millis()), Hour.MINUTES);
    }

    private Instant firstMinute() {
        return Instant.ofEpochMilli((MinutePart.minuteOf(clock.millis()) - Hour.MINUTES + 1) * MinutePart.MILLIS);
    }

    private static Figures sum(List<@Nullable Figures> minutes) {
        var sum = Figures.NONE;
        for (var minute : minutes) {
            sum = minute == null ? sum : sum.plus(minute);
        }
        return sum;
    }

    /** Of the last minute that is over. */
    private static double perSecond(List<@Nullable Long> perMinute) {
        var requests = perMinute.get(Hour.MINUTES - 2);
        return requests == null ? 0 : Math.round(requests / SECONDS * 100) / 100.0;
    }
}
