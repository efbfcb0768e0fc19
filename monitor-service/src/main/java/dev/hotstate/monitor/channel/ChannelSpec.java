package dev.hotstate.monitor.channel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A channel as its owner writes it.
 *
 * @param secrets by name; what is absent stays as it is, null removes
 * @param tags    monitors with any of these alert here; none: all do
 * @param enabled true if absent
 */
public record ChannelSpec(
        @Schema(examples = "On call") String name,
        ChannelSettings settings,
        Map<String, @Nullable String> secrets,
        List<String> tags,
        Boolean enabled) {

    public ChannelSpec {
        name = name == null ? "" : name;
        secrets = secrets == null ? Map.of() : new LinkedHashMap<>(secrets);
        tags = tags == null ? List.of() : List.copyOf(tags);
        enabled = enabled == null || enabled;
    }

    /** Without the secrets: this may end up in a log. */
    @Override
    public String toString() {
        return "ChannelSpec[" + name + "]";
    }
}
