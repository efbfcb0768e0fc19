package dev.hotstate.metrics.observation;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Keeps the number of labels bounded: who asks for ever new paths must not make ever new keys. The first ones are counted
 * apart, all others together as {@link LabelStore#OTHER}. Redis knows which, so all instances agree; this one asks for each once.
 */
@Singleton
class Labels {

    private final LabelStore store;
    private final Map<LabelKind, Integer> most;
    /** Whether it was used since Redis was asked the last time. */
    private final Map<LabelKind, Map<String, Boolean>> known = new EnumMap<>(LabelKind.class);

    Labels(LabelStore store, RecordingConfig config) {
        this.store = store;
        this.most = Map.of(
                LabelKind.ENDPOINT, config.endpointsMax(),
                LabelKind.INSTANCE, config.instancesMax(),
                LabelKind.SERIES, config.seriesMax());
        for (var kind : LabelKind.values()) {
            known.put(kind, new ConcurrentHashMap<>());
        }
    }

    /** The measurements under labels that have a place. */
    Uni<Measurements> fold(Measurements all) {
        return placed(LabelKind.ENDPOINT, endpoints(all))
                .chain(endpoints -> placed(LabelKind.INSTANCE, instances(all))
                        .chain(instances -> placed(LabelKind.SERIES, series(all))
                                .map(series -> new Measurements(
                                        all.observations().stream()
                                                .map(each -> each.labelled(
                                                        orOther(instances, each.instance()),
                                                        orOther(endpoints, each.endpoint())))
                                                .toList(),
                                        all.requests().stream()
                                                .map(each -> each.labelled(
                                                        orOther(instances, each.instance()),
                                                        orOther(endpoints, each.endpoint())))
                                                .toList(),
                                        all.samples().stream()
                                                .flatMap(each -> folded(each, series, instances))
                                                .toList()))));
    }

    /** Counts and values of many series still mean something together, gauges and different things don't. */
    private static Stream<Sample> folded(Sample sample, Set<String> series, Set<String> instances) {
        if (sample instanceof Sample.Gauge gauge && !instances.contains(gauge.instance())) {
            return Stream.empty();
        }
        if (series.contains(sample.label())) {
            return Stream.of(sample);
        }
        return sample instanceof Sample.Count || sample instanceof Sample.Values
                ? Stream.of(sample.named(LabelStore.OTHER))
                : Stream.empty();
    }

    private static Set<String> endpoints(Measurements all) {
        var labels = new HashSet<String>();
        all.observations().forEach(each -> labels.add(each.endpoint()));
        all.requests().forEach(each -> labels.add(each.endpoint()));
        return labels;
    }

    private static Set<String> instances(Measurements all) {
        var labels = new HashSet<String>();
        all.observations().forEach(each -> labels.add(each.instance()));
        all.requests().forEach(each -> labels.add(each.instance()));
        for (var sample : all.samples()) {
            if (sample instanceof Sample.Gauge gauge) {
                labels.add(gauge.instance());
            }
        }
        return labels;
    }

    private static Set<String> series(Measurements all) {
        var labels = new HashSet<String>();
        all.samples().forEach(each -> labels.add(each.label()));
        return labels;
    }

    private static String orOther(Set<String> placed, String label) {
        return placed.contains(label) ? label : LabelStore.OTHER;
    }

    /** Those of the labels that are counted apart. */
    private Uni<Set<String>> placed(LabelKind kind, Set<String> labels) {
        var placed = new HashSet<String>();
        var unknown = new HashSet<String>();
        for (var label : labels) {
            boolean isKnown = known.get(kind).computeIfPresent(label, (same, used) -> true) != null;
            (isKnown ? placed : unknown).add(label);
        }
        if (unknown.isEmpty()) {
            return Uni.createFrom().item(placed);
        }
        return (isFull(kind) ? Uni.createFrom().<Collection<String>>item(unknown) : admit(kind, unknown, placed))
                .chain(folded -> folded.isEmpty() ? Uni.createFrom().voidItem() : store.addFolded(folded))
                .replaceWith(placed);
    }

    /** Gives those that have no place. */
    private Uni<Collection<String>> admit(LabelKind kind, Collection<String> unknown, Set<String> placed) {
        return store.admit(kind, unknown, most.get(kind)).map(folded -> {
            var without = Set.copyOf(folded);
            for (var label : unknown) {
                if (!without.contains(label)) {
                    placed.add(label);
                    known.get(kind).put(label, true);
                }
            }
            return folded;
        });
    }

    private boolean isFull(LabelKind kind) {
        return known.get(kind).size() >= most.get(kind);
    }

    /** What another instance has admitted, or Redis has lost. */
    Uni<Void> refresh() {
        return Multi.createFrom()
                .items(LabelKind.values())
                .onItem()
                .transformToUniAndConcatenate(this::refresh)
                .collect()
                .asList()
                .replaceWithVoid();
    }

    private Uni<Void> refresh(LabelKind kind) {
        return store.all(kind).chain(all -> {
            var here = known.get(kind);
            // Reset by somebody while this instance still counts under them: nothing may be counted that nobody can
            // find.
            List<String> lost = here.entrySet().stream()
                    .filter(label -> label.getValue() && !all.contains(label.getKey()))
                    .map(Map.Entry::getKey)
                    .toList();
            here.keySet().retainAll(all);
            all.forEach(label -> here.put(label, false));
            return lost.isEmpty()
                    ? Uni.createFrom().voidItem()
                    : admit(kind, lost, new HashSet<>())
                            .invoke(() -> lost.forEach(label -> here.computeIfPresent(label, (same, used) -> false)))
                            .replaceWithVoid();
        });
    }
}
