package dev.hotstate.monitor.channel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.webhook.Webhook;
import dev.hotstate.kit.http.webhook.WebhookSecret;
import dev.hotstate.monitor.alert.Alert;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An alert as each kind of channel that speaks HTTP wants it. */
@Singleton
class ChannelMessages {

    static final String AUTHORIZATION = "authorization";

    private static final int SLACK_TEXT_MAX = 3_000;
    private static final int PAGERDUTY_SUMMARY_MAX = 1_024;

    /** An Alertmanager forgets after five minutes what nobody repeats, unless it is told when to. */
    private static final Duration NEVER = Duration.ofDays(365);

    private final AlertLinks links;
    private final ObjectMapper json;

    ChannelMessages(AlertLinks links, ObjectMapper json) {
        this.links = links;
        this.json = json;
    }

    Webhook webhook(WebhookSettings settings, Map<String, String> secrets, Alert alert, String key) {
        var body = new LinkedHashMap<String, Object>();
        body.put("type", "incident." + alert.transition().wire());
        body.put("timestamp", alert.at());
        body.put("data", alert);
        links.of(alert).ifPresent(pages -> body.put("links", pages));
        var signing = Stream.of(WebhookSettings.SIGNING_SECRET, WebhookSettings.OLD_SIGNING_SECRET)
                .map(secrets::get)
                .filter(Objects::nonNull)
                .map(WebhookSecret::of)
                .toList();
        return message(settings.url(), key, body, secrets.get(AUTHORIZATION), signing);
    }

    Webhook slack(Map<String, String> secrets, Alert alert, String key) {
        var title = escaped(AlertText.title(alert));
        var fields = List.of(
                Map.of("title", "Target", "value", escaped(alert.target()), "short", true),
                Map.of(
                        "title",
                        AlertText.isOver(alert) ? "Was down for" : "Since",
                        "value",
                        time(alert),
                        "short",
                        true));
        var attachment = new LinkedHashMap<String, Object>();
        attachment.put("color", AlertText.isOver(alert) ? "good" : "danger");
        attachment.put("fallback", title);
        links.of(alert).ifPresent(pages -> {
            attachment.put("title", "Open the incident");
            attachment.put("title_link", pages.incident());
        });
        attachment.put("text", AlertText.isOver(alert) ? "" : cut(escaped(AlertText.cause(alert)), SLACK_TEXT_MAX));
        attachment.put("fields", fields);
        var body = Map.of("text", cut(title, SLACK_TEXT_MAX), "attachments", List.of(attachment));
        return message(secrets.get(SlackSettings.URL), key, body, null, List.of());
    }

    Webhook pagerDuty(PagerDutySettings settings, Map<String, String> secrets, Alert alert, String key) {
        var body = new LinkedHashMap<String, Object>();
        body.put("routing_key", secrets.get(PagerDutySettings.ROUTING_KEY));
        body.put("event_action", AlertText.isOver(alert) ? "resolve" : "trigger");
        // Our own and always the same: what PagerDuty draws would be lost with the answer, and with it the way to
        // resolve.
        body.put("dedup_key", "hotstate:" + alert.monitorId() + ":" + alert.incidentId());
        if (!AlertText.isOver(alert)) {
            links.of(alert).ifPresent(pages -> {
                body.put("client", "Hotstate");
                body.put("client_url", pages.monitor());
                body.put("links", List.of(Map.of("href", pages.incident(), "text", "Incident")));
            });
            body.put(
                    "payload",
                    Map.of(
                            "summary",
                            cut(AlertText.title(alert) + " (" + AlertText.cause(alert) + ")", PAGERDUTY_SUMMARY_MAX),
                            "source",
                            alert.target().isBlank() ? alert.monitorName() : alert.target(),
                            "severity",
                            settings.severity().wire(),
                            "timestamp",
                            alert.firstFailureAt(),
                            "component",
                            alert.monitorName(),
                            "class",
                            alert.reason().wire(),
                            "custom_details",
                            alert));
        }
        return message(settings.url(), key, body, null, List.of());
    }

    Webhook alertmanager(AlertmanagerSettings settings, Map<String, String> secrets, Alert alert, String key) {
        var labels = new TreeMap<>(settings.labels());
        labels.put("alertname", "MonitorDown");
        labels.put("monitor", alert.monitorName());
        labels.put("monitor_id", alert.monitorId());
        labels.put("instance", alert.target());
        labels.putIfAbsent("severity", "critical");
        var entry = new LinkedHashMap<String, Object>();
        entry.put("labels", labels);
        entry.put("annotations", Map.of("summary", AlertText.title(alert), "description", AlertText.cause(alert)));
        entry.put("startsAt", alert.firstFailureAt());
        entry.put("endsAt", AlertText.isOver(alert) ? alert.at() : alert.at().plus(NEVER));
        links.of(alert).ifPresent(pages -> entry.put("generatorURL", pages.incident()));
        var url = settings.url().replaceAll("/+$", "") + "/api/v2/alerts";
        return message(url, key, List.of(entry), secrets.get(AUTHORIZATION), List.of());
    }

    private Webhook message(
            String url, String key, Object body, @Nullable String authorization, List<WebhookSecret> signing) {
        var headers = new TreeMap<String, String>();
        headers.put("Idempotency-Key", key);
        if (authorization != null) {
            headers.put("Authorization", authorization);
        }
        try {
            return new Webhook(URI.create(url), key, json.writeValueAsString(body), headers, signing);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A message must be JSON", e);
        }
    }

    private static String time(Alert alert) {
        return AlertText.isOver(alert) ? AlertText.duration(alert) : AlertText.time(alert.firstFailureAt());
    }

    /** Slack takes these three for markup. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max);
    }
}
