package dev.hotstate.monitor.channel;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hotstate.kit.http.problem.FieldError;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.DiscriminatorMapping;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** What of a channel may be shown. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = WebhookSettings.class, name = "webhook"),
    @JsonSubTypes.Type(value = SlackSettings.class, name = "slack"),
    @JsonSubTypes.Type(value = PagerDutySettings.class, name = "pagerduty"),
    @JsonSubTypes.Type(value = AlertmanagerSettings.class, name = "alertmanager"),
    @JsonSubTypes.Type(value = EmailSettings.class, name = "email")
})
@Schema(
        oneOf = {
            WebhookSettings.class,
            SlackSettings.class,
            PagerDutySettings.class,
            AlertmanagerSettings.class,
            EmailSettings.class
        },
        discriminatorProperty = "kind",
        discriminatorMapping = {
            @DiscriminatorMapping(value = "webhook", schema = WebhookSettings.class),
            @DiscriminatorMapping(value = "slack", schema = SlackSettings.class),
            @DiscriminatorMapping(value = "pagerduty", schema = PagerDutySettings.class),
            @DiscriminatorMapping(value = "alertmanager", schema = AlertmanagerSettings.class),
            @DiscriminatorMapping(value = "email", schema = EmailSettings.class)
        })
public sealed interface ChannelSettings
        permits WebhookSettings, SlackSettings, PagerDutySettings, AlertmanagerSettings, EmailSettings {

    /** As {@code kind} in JSON, and as a tag of metrics. */
    String kind();

    /** Where messages go, as far as the settings say so. */
    Optional<String> host();

    Set<String> requiredSecrets();

    Set<String> optionalSecrets();

    /** What is wrong, with pointers relative to the settings. */
    List<FieldError> problems();
}
