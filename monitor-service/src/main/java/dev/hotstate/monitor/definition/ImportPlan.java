package dev.hotstate.monitor.definition;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What has to change so that definitions are as a document says. Monitors that the document does not name stay.
 *
 * @param unchanged how many are so already
 */
record ImportPlan(List<Monitor> creations, List<Monitor> changes, int unchanged) {

    static Uni<ImportPlan> of(List<MonitorSpec> wanted, List<Monitor> present, MonitorDrafts drafts, Instant now) {
        Map<String, Monitor> byName = present.stream().collect(Collectors.toMap(Monitor::name, Function.identity()));
        var creations = new ArrayList<Monitor>();
        var changes = new ArrayList<Monitor>();
        return Multi.createFrom()
                .iterable(wanted)
                .onItem()
                .transformToUniAndConcatenate(spec -> {
                    var before = byName.get(spec.name());
                    return before == null
                            ? drafts.first(spec, now).invoke(creations::add)
                            : drafts.next(before, spec, now).invoke(after -> addIfOther(changes, before, after));
                })
                .collect()
                .last()
                .map(done -> new ImportPlan(creations, changes, wanted.size() - creations.size() - changes.size()));
    }

    private static void addIfOther(List<Monitor> changes, Monitor before, Monitor after) {
        if (after != before) {
            changes.add(after);
        }
    }

    boolean isEmpty() {
        return creations.isEmpty() && changes.isEmpty();
    }

    List<Monitor> touched() {
        var all = new ArrayList<>(creations);
        all.addAll(changes);
        return all;
    }

    ImportReport report(boolean dryRun) {
        return new ImportReport(dryRun, names(creations), names(changes), unchanged);
    }

    private static List<String> names(List<Monitor> monitors) {
        return monitors.stream().map(Monitor::name).toList();
    }
}
