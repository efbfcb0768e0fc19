package dev.hotstate.monitor.channel;

import dev.hotstate.kit.http.problem.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.media.SchemaProperty;

/**
 * A Prometheus Alertmanager, API version 2.
 *
 * @param url    of the Alertmanager, without {@code /api/v2/alerts}
 * @param labels added to those of each alert
 */
@Schema(properties = @SchemaProperty(name = "kind", enumeration = "alertmanager"))
public record AlertmanagerSettings(String url, Map<String, String> labels) implements ChannelSettings {

    private static final int LABELS_MAX = 20;
    private static final int VALUE_LENGTH_MAX = 200;
    private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]{0,99}");

    public AlertmanagerSettings {
        labels = labels == null ? Map.of() : Map.copyOf(labels);
    }

    @Override
    public String kind() {
        return "alertmanager";
    }

    @Override
    public Optional<String> host() {
        return Urls.host(url);
    }

    @Override
    public Set<String> requiredSecrets() {
        return Set.of();
    }

    @Override
    public Set<String> optionalSecrets() {
        return Set.of(ChannelMessages.AUTHORIZATION);
    }

    @Override
    public List<FieldError> problems() {
        var problems = new ArrayList<>(Urls.problems("/url", url));
        if (labels.size() > LABELS_MAX) {
            problems.add(FieldError.at("/labels", "must be at most " + LABELS_MAX));
        }
        labels.forEach((name, value) -> {
            if (!LABEL.matcher(name).matches() || value.length() > VALUE_LENGTH_MAX) {
                problems.add(FieldError.at("/labels", "must have names and short values as Prometheus allows them"));
            }
        });
        return List.copyOf(problems);
    }
}
