package dev.hotstate.monitor.definition;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which monitors to list; null: any.
 *
 * @param name a part of the name, in any case
 */
record MonitorFilter(
        @Nullable String name,
        @Nullable String tag,
        @Nullable String kind,
        @Nullable Boolean enabled) {

    /** For {@code ilike}; empty for any. */
    String namePattern() {
        return name == null || name.isEmpty()
                ? ""
                : "%" + name.toLowerCase(Locale.ROOT).replaceAll("([\\\\%_])", "\\\\$1") + "%";
    }

    String tagOrEmpty() {
        return tag == null ? "" : tag;
    }

    String kindOrEmpty() {
        return kind == null ? "" : kind;
    }
}
