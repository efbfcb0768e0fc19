package dev.hotstate.monitor.definition;

import java.util.ArrayList;
import java.util.List;

/**
 * What an import did, or would do.
 *
 * @param created   names
 * @param changed   names
 * @param unchanged how many were as the document says
 */
record ImportReport(boolean dryRun, List<String> created, List<String> changed, int unchanged) {

    ImportReport {
        created = List.copyOf(created);
        changed = List.copyOf(changed);
    }

    static ImportReport nothing(boolean dryRun) {
        return new ImportReport(dryRun, List.of(), List.of(), 0);
    }

    ImportReport plus(ImportReport other) {
        return new ImportReport(
                dryRun, joined(created, other.created), joined(changed, other.changed), unchanged + other.unchanged);
    }

    private static List<String> joined(List<String> one, List<String> other) {
        var all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }
}
