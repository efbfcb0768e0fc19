package dev.hotstate.monitor.channel;

import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.channel.AlertLinks.Links;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Optional;

/** An alert as an email, in plain text. What is not ASCII, and whatever could begin another header, is in Base64. */
final class EmailMessage {

    private static final Base64.Encoder LINES = Base64.getMimeEncoder();

    private EmailMessage() {}

    static String of(EmailSettings settings, Alert alert, Optional<Links> links, String key, Instant now) {
        return String.join(
                "\r\n",
                "From: Hotstate <" + settings.from() + ">",
                "To: " + String.join(", ", settings.to()),
                "Subject: =?UTF-8?B?" + base64(AlertText.title(alert)) + "?=",
                "Date: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC)),
                // Always the same for one delivery, so that a mail server can drop a repetition.
                "Message-ID: <" + key.replace(':', '.') + "@hotstate>",
                "Auto-Submitted: auto-generated",
                "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=UTF-8",
                "Content-Transfer-Encoding: base64",
                "",
                LINES.encodeToString(text(alert, links).getBytes(StandardCharsets.UTF_8)),
                "");
    }

    private static String text(Alert alert, Optional<Links> links) {
        var since = AlertText.time(alert.firstFailureAt());
        var about = AlertText.isOver(alert)
                ? "It was down for " + AlertText.duration(alert) + ", since " + since + "."
                : AlertText.cause(alert) + "\nDown since " + since + ".";
        var where = links.map(pages -> "\nIncident: " + pages.incident() + "\nMonitor: " + pages.monitor() + "\n")
                .orElse("");
        return AlertText.title(alert) + "\n\nTarget: " + alert.target() + "\n" + about + "\n" + where + "\nMonitor "
                + alert.monitorId() + ", incident " + alert.incidentId() + "\n";
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
