package dev.hotstate.monitor.channel;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hotstate.kit.http.problem.FieldError;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.media.SchemaProperty;

/**
 * Events of PagerDuty, version 2.
 *
 * @param url      that of PagerDuty in the US if absent
 * @param severity critical if absent
 */
@Schema(properties = @SchemaProperty(name = "kind", enumeration = "pagerduty"))
public record PagerDutySettings(String url, Severity severity) implements ChannelSettings {

    static final String ROUTING_KEY = "routingKey";

    private static final String USUAL_URL = "https://events.pagerduty.com/v2/enqueue";

    @Schema(name = "PagerDutySeverity")
    public enum Severity {
        CRITICAL,
        ERROR,
        WARNING,
        INFO;

        @JsonValue
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public PagerDutySettings {
        url = url == null ? USUAL_URL : url;
        severity = severity == null ? Severity.CRITICAL : severity;
    }

    @Override
    public String kind() {
        return "pagerduty";
    }

    @Override
    public Optional<String> host() {
        return Urls.host(url);
    }

    @Override
    public Set<String> requiredSecrets() {
        return Set.of(ROUTING_KEY);
    }

    @Override
    public Set<String> optionalSecrets() {
        return Set.of();
    }

    @Override
    public List<FieldError> problems() {
        return Urls.problems("/url", url);
    }
}
