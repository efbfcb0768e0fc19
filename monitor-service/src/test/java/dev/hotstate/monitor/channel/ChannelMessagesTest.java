package dev.hotstate.monitor.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.hotstate.kit.http.webhook.Webhook;
import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.alert.Transition;
import dev.hotstate.monitor.channel.EmailSettings.Security;
import dev.hotstate.monitor.channel.PagerDutySettings.Severity;
import dev.hotstate.monitor.probe.Reason;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelMessagesTest {

    private static final String INCIDENT = "https://monitor.example/at/incidents.html?incident=inc_1";
    private static final String MONITOR = "https://monitor.example/at/monitor.html?id=mon_1";
    private static final Instant BEGAN = Instant.parse("2026-11-18T12:00:00Z");
    private static final AlertLinks LINKS = new AlertLinks(Optional.of(URI.create("https://monitor.example/at/")));
    private static final AlertLinks NOWHERE = new AlertLinks(Optional.empty());
    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();

    private final ChannelMessages messages = new ChannelMessages(LINKS, JSON);

    @ParameterizedTest
    @CsvSource({
        "OPENED, shop is down",
        "REOPENED, shop is down again",
        "REMINDER, shop is still down",
        "RESOLVED, shop is up again"
    })
    void a_title_says_what_happened(Transition transition, String title) {
        assertThat(AlertText.title(alert(transition, "shop"))).isEqualTo(title);
    }

    @Test
    void a_webhook_carries_type_time_and_alert() {
        var body = body(messages.webhook(
                new WebhookSettings("https://x.example"), Map.of(), alert(Transition.OPENED, "shop"), "k"));
        assertThat(body.at("/type").asText()).isEqualTo("incident.opened");
        assertThat(body.at("/timestamp").asText()).isEqualTo("2026-11-18T12:01:30Z");
        assertThat(body.at("/data/incidentId").asText()).isEqualTo("inc_1");
        assertThat(body.at("/data/reason").asText()).isEqualTo("status");
    }

    @Test
    void every_channel_says_where_to_look() {
        var opened = alert(Transition.OPENED, "shop");

        var webhook = body(messages.webhook(new WebhookSettings("https://x.example"), Map.of(), opened, "k"));
        var slack = body(messages.slack(Map.of("url", "https://x.example"), opened, "k"));
        var pagerDuty = pagerDuty(Transition.OPENED);

        assertThat(webhook.at("/links/incident").asText()).isEqualTo(INCIDENT);
        assertThat(webhook.at("/links/monitor").asText()).isEqualTo(MONITOR);
        assertThat(slack.at("/attachments/0/title_link").asText()).isEqualTo(INCIDENT);
        assertThat(slack.at("/attachments/0/fields/1/value").asText()).isEqualTo("18 Nov 2026, 12:00 UTC");
        assertThat(pagerDuty.at("/client_url").asText()).isEqualTo(MONITOR);
        assertThat(pagerDuty.at("/links/0/href").asText()).isEqualTo(INCIDENT);
        assertThat(alertmanager(Transition.OPENED).at("/0/generatorURL").asText())
                .isEqualTo(INCIDENT);
        assertThat(alertmanager(Transition.RESOLVED).at("/0/generatorURL").asText())
                .isEqualTo(INCIDENT);
    }

    @Test
    void without_a_public_address_there_are_no_links() {
        var opened = alert(Transition.OPENED, "shop");
        var unlinked = new ChannelMessages(NOWHERE, JSON);
        assertThat(body(unlinked.webhook(new WebhookSettings("https://x.example"), Map.of(), opened, "k"))
                        .has("links"))
                .isFalse();
        assertThat(body(unlinked.slack(Map.of("url", "https://x.example"), opened, "k"))
                        .toString())
                .doesNotContain("title_link");
    }

    @ParameterizedTest
    @CsvSource({
        "https://monitor.example, true",
        "http://localhost:8081/, true",
        "https://example.org/hotstate, true",
        "monitor.example, false",
        "ftp://monitor.example, false",
        "https://monitor.example/?a=b, false",
        "https://monitor.example/#top, false"
    })
    void a_link_begins_with_a_place(URI url, boolean can) {
        assertThat(AlertLinks.canBegin(url)).isEqualTo(can);
    }

    @Test
    void slack_gets_no_markup_from_names() {
        var message =
                messages.slack(Map.of("url", "https://x.example"), alert(Transition.OPENED, "<!channel> & co"), "k");
        assertThat(body(message).at("/text").asText()).isEqualTo("&lt;!channel&gt; &amp; co is down");
        assertThat(body(message).at("/attachments/0/color").asText()).isEqualTo("danger");
    }

    @Test
    void pagerduty_finds_the_incident_again_by_a_key_of_our_own() {
        var opened = pagerDuty(Transition.OPENED);
        var resolved = pagerDuty(Transition.RESOLVED);
        assertThat(opened.at("/event_action").asText()).isEqualTo("trigger");
        assertThat(opened.at("/payload/severity").asText()).isEqualTo("error");
        assertThat(opened.at("/payload/summary").asText()).hasSizeLessThanOrEqualTo(1024);
        assertThat(resolved.at("/event_action").asText()).isEqualTo("resolve");
        assertThat(resolved.at("/dedup_key")).isEqualTo(opened.at("/dedup_key"));
        assertThat(opened.at("/dedup_key").asText()).hasSizeLessThanOrEqualTo(255);
    }

    @Test
    void pagerduty_is_told_a_source_also_of_a_job_that_has_no_address() {
        var settings = new PagerDutySettings(null, Severity.ERROR);
        var opened = body(messages.pagerDuty(
                settings, Map.of("routingKey", "r"), alert(Transition.OPENED, "nightly backup", ""), "k"));
        assertThat(opened.at("/payload/source").asText()).isEqualTo("nightly backup");
    }

    @Test
    void an_alertmanager_keeps_an_alert_until_it_is_told_its_end() {
        var opened = alertmanager(Transition.OPENED);
        var resolved = alertmanager(Transition.RESOLVED);
        assertThat(resolved.at("/0/labels")).isEqualTo(opened.at("/0/labels"));
        assertThat(opened.at("/0/labels/team").asText()).isEqualTo("web");
        assertThat(Instant.parse(opened.at("/0/endsAt").asText())).isAfter(BEGAN.plus(Duration.ofDays(300)));
        assertThat(resolved.at("/0/endsAt").asText()).isEqualTo("2026-11-18T12:01:30Z");
    }

    @Test
    void nothing_in_a_name_becomes_a_header_of_an_email() {
        var settings =
                new EmailSettings("mail.example", 25, Security.NONE, null, "a@b.example", List.of("c@d.example"));
        var alert = alert(Transition.OPENED, "shop\r\nBcc: evil@x.example");
        var message = EmailMessage.of(settings, alert, LINKS.of(alert), "inc_1:opened:ch_1", BEGAN);
        var head = message.substring(0, message.indexOf("\r\n\r\n"));
        assertThat(head).doesNotContain("Bcc").contains("Message-ID: <inc_1.opened.ch_1@hotstate>");
        var text = new String(
                Base64.getMimeDecoder().decode(message.substring(head.length() + 4)), StandardCharsets.UTF_8);
        assertThat(text)
                .contains(
                        "status: Status 503",
                        "Down since 18 Nov 2026, 12:00 UTC",
                        "Incident: " + INCIDENT,
                        "Monitor: " + MONITOR);
    }

    /** Mail servers may refuse lines of a thousand signs, and readers encoded words of more than 75. */
    @Test
    void however_much_there_is_to_say_no_line_of_an_email_is_too_long() {
        var many = IntStream.range(0, 20)
                .mapToObj(n -> "x".repeat(60) + n + "@mail.example.org")
                .toList();
        var settings = new EmailSettings("mail.example", 25, Security.NONE, null, "a@b.example", many);
        var name = "Größe & Überlänge 😀 ".repeat(6).strip();
        var message = EmailMessage.of(settings, alert(Transition.OPENED, name), Optional.empty(), "k", BEGAN);

        var head = message.substring(0, message.indexOf("\r\n\r\n"));
        assertThat(message.split("\r\n")).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
        assertThat(head.split("\r\n"))
                .filteredOn(line -> line.contains("=?"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(76));
        assertThat(head.replace("\r\n ", " ")).contains("To: " + String.join(", ", many));
        var subject = Pattern.compile("=\\?UTF-8\\?B\\?([^?]+)\\?=")
                .matcher(head)
                .results()
                .map(word -> new String(Base64.getDecoder().decode(word.group(1)), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
        assertThat(subject).isEqualTo(name + " is down");
    }

    private JsonNode pagerDuty(Transition transition) {
        var settings = new PagerDutySettings(null, Severity.ERROR);
        return body(messages.pagerDuty(settings, Map.of("routingKey", "r"), alert(transition, "shop"), "k"));
    }

    private JsonNode alertmanager(Transition transition) {
        var settings = new AlertmanagerSettings("http://am.example/", Map.of("team", "web"));
        var message = messages.alertmanager(settings, Map.of(), alert(transition, "shop"), "k");
        assertThat(message.uri()).hasToString("http://am.example/api/v2/alerts");
        return body(message);
    }

    private static JsonNode body(Webhook message) {
        try {
            return JSON.readTree(message.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(message.body(), e);
        }
    }

    private static Alert alert(Transition transition, String name) {
        return alert(transition, name, "https://shop.example");
    }

    private static Alert alert(Transition transition, String name, String target) {
        return new Alert(
                transition,
                0,
                "inc_1",
                "mon_1",
                name,
                target,
                List.of(),
                BEGAN,
                BEGAN.plusSeconds(90),
                Reason.STATUS,
                503,
                "Status 503 is not among 200-299");
    }
}
