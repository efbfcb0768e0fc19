package dev.hotstate.metrics.report;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.metrics.observation.LabelKind;
import dev.hotstate.metrics.observation.LabelStore;
import dev.hotstate.metrics.platform.MetricsKeys;
import dev.hotstate.metrics.report.ReportResource.Errors;
import dev.hotstate.metrics.report.ReportResource.Hourly;
import dev.hotstate.metrics.report.ReportResource.Instances;
import dev.hotstate.metrics.report.ReportResource.Percentiles;
import dev.hotstate.metrics.report.ReportResource.Summary;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Puts the figures together. */
@Singleton
class Report {

    private static final int HOURS = 24;
    private static final int FIRST_ERROR = 400;
    private static final int LAST_ERROR = 599;

    private final FigureStore figures;
    private final LabelStore labels;
    private final SeriesReport series;
    private final MetricsKeys keys;
    private final Clock clock;

    Report(FigureStore figures, LabelStore labels, SeriesReport series, MetricsKeys keys, Clock clock) {
        this.series = series;
        this.figures = figures;
        this.labels = labels;
        this.keys = keys;
        this.clock = clock;
    }

    Uni<Summary> summary() {
        var totals = List.of(
                keys.requests("total"),
                keys.requests("accepted"),
                keys.errors(),
                keys.requests("speed_per_second"),
                keys.requests("max_speed_per_second"));
        return Uni.combine()
                .all()
                .unis(
                        figures.numbers(totals),
                        labels.all(LabelKind.ENDPOINT),
                        labels.all(LabelKind.INSTANCE),
                        labels.folded())
                .asTuple()
                .map(found -> new Summary(
                        found.getItem1().get(0).longValue(),
                        found.getItem1().get(1).longValue(),
                        found.getItem1().get(2).longValue(),
                        found.getItem1().get(3).longValue(),
                        found.getItem1().get(4).longValue(),
                        found.getItem2().size(),
                        found.getItem3().size(),
                        found.getItem4()));
    }

    Uni<String> metrics() {
        return Uni.combine()
                .all()
                .unis(summary(), endpointTotals(), instances(), series.all())
                .asTuple()
                .map(found -> new PrometheusText()
                        .totals(found.getItem1())
                        .endpoints(found.getItem2())
                        .instances(found.getItem3().items())
                        .series(found.getItem4())
                        .toString());
    }

    Uni<List<EndpointView>> endpoints() {
        return endpointTotals()
                .map(all -> all.stream().map(EndpointTotals::view).toList());
    }

    private Uni<List<EndpointTotals>> endpointTotals() {
        return labels.all(LabelKind.ENDPOINT).chain(names -> endpointTotals(withOther(names)));
    }

    private Uni<List<EndpointTotals>> endpointTotals(List<String> names) {
        var wanted = names.stream()
                .flatMap(name -> Stream.of(
                        keys.ofEndpoint(name),
                        keys.errorsOfEndpoint(name),
                        keys.failuresOfEndpoint(name),
                        keys.responseSum(name),
                        keys.responseCount(name)))
                .toList();
        return figures.numbers(wanted)
                .map(numbers -> IntStream.range(0, names.size())
                        .mapToObj(i -> totals(names.get(i), numbers.subList(5 * i, 5 * i + 5)))
                        .filter(totals -> totals.requests() > 0)
                        .toList());
    }

    private static EndpointTotals totals(String endpoint, List<Double> numbers) {
        return new EndpointTotals(
                endpoint,
                numbers.get(0).longValue(),
                numbers.get(1).longValue(),
                numbers.get(2).longValue(),
                numbers.get(3),
                numbers.get(4).longValue());
    }

    Uni<Percentiles> percentiles(String endpoint, int hours) {
        var beginnings = lastHours(hours);
        var wanted = Stream.concat(
                        Stream.of(keys.sketch(endpoint)),
                        beginnings.stream().map(hour -> keys.sketchOfHour(endpoint, hour.toEpochMilli())))
                .toList();
        return Uni.combine()
                .all()
                .unis(figures.sketches(wanted), endpointTotals(List.of(endpoint)))
                .asTuple()
                .map(found -> {
                    if (found.getItem2().isEmpty()) {
                        throw new Refusal(KitProblem.NOT_FOUND, "Nothing was recorded of this endpoint.");
                    }
                    var sketches = found.getItem1();
                    return new Percentiles(
                            endpoint,
                            found.getItem2().getFirst().view().averageMs(),
                            LatencyView.of(null, sketches.getFirst()),
                            IntStream.range(0, beginnings.size())
                                    .mapToObj(i -> LatencyView.of(beginnings.get(i), sketches.get(i + 1)))
                                    .toList());
                });
    }

    Uni<Errors> errors() {
        var statuses = IntStream.rangeClosed(FIRST_ERROR, LAST_ERROR).boxed().toList();
        var wanted = Stream.concat(Stream.of(keys.errors()), statuses.stream().map(keys::errorsOfStatus))
                .toList();
        return Uni.combine()
                .all()
                .unis(figures.numbers(wanted), endpoints())
                .asTuple()
                .map(found -> new Errors(
                        found.getItem1().getFirst().longValue(),
                        IntStream.range(0, statuses.size())
                                .mapToObj(i -> new Errors.OfStatus(
                                        statuses.get(i),
                                        found.getItem1().get(i + 1).longValue()))
                                .filter(status -> status.count() > 0)
                                .toList(),
                        found.getItem2().stream()
                                .filter(endpoint -> endpoint.errors() > 0)
                                .sorted(Comparator.comparingLong(EndpointView::errors)
                                        .reversed())
                                .toList()));
    }

    Uni<Instances> instances() {
        return labels.all(LabelKind.INSTANCE)
                .map(Report::withOther)
                .chain(names -> counted(names, keys::ofInstance, Instances.OfInstance::new))
                .map(all -> new Instances(all.stream()
                        .filter(instance -> instance.requests() > 0)
                        .sorted(Comparator.comparing(Instances.OfInstance::instance))
                        .toList()));
    }

    Uni<Hourly> hourly() {
        return counted(lastHours(HOURS), hour -> keys.hourly(hour.toEpochMilli()), Hourly.OfHour::new)
                .map(Hourly::new);
    }

    private <T, R> Uni<List<R>> counted(List<T> things, Function<T, RedisKey> key, BiFunction<T, Long, R> view) {
        return figures.numbers(things.stream().map(key).toList())
                .map(numbers -> IntStream.range(0, things.size())
                        .mapToObj(i -> view.apply(things.get(i), numbers.get(i).longValue()))
                        .toList());
    }

    /** The oldest first, the present one last. */
    private List<Instant> lastHours(int hours) {
        var present = clock.instant().truncatedTo(ChronoUnit.HOURS);
        return IntStream.range(0, hours)
                .mapToObj(i -> present.minus(Duration.ofHours(hours - 1L - i)))
                .toList();
    }

    private static List<String> withOther(Set<String> names) {
        return Stream.concat(names.stream(), Stream.of(LabelStore.OTHER)).toList();
    }
}
