package dev.hotstate.monitor.channel;

import static java.util.stream.Collectors.joining;

import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.channel.AlertLinks.Links;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Optional;

/** An alert as an email, in plain text. What is not ASCII, and whatever could begin another header, is in Base64. */
final class EmailMessage {

    private static final Base64.Encoder LINES = Base64.getMimeEncoder();

    /** Of text that is encoded as one word: with what surrounds it the first one fits into the 76 signs that such a line may have. */
    private static final int WORD_BYTES_MAX = 39;

    private static final String NEXT_LINE = "\r\n ";

    private EmailMessage() {}

    static String of(EmailSettings settings, Alert alert, Optional<Links> links, String key, Instant now) {
        return String.join(
                "\r\n",
                "From: Hotstate <" + settings.from() + ">",
                "To: " + String.join("," + NEXT_LINE, settings.to()),
                "Subject: " + encoded(AlertText.title(alert)),
                "Date: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC)),
                // Always the same for one delivery, so that a mail server can drop a repetition.
                "Message-ID: <" + key.replace(':', '.') + "@hotstate>",
                "Auto-Submitted: auto-generated",
                "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=UTF-8",
                "Content-Transfer-Encoding: base64",
                "",
                LINES.encodeToString(bytes(text(alert, links))),
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

    private static String encoded(String text) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        text.codePoints().mapToObj(Character::toString).forEach(sign -> {
            if (bytes(word + sign).length > WORD_BYTES_MAX) {
                words.add(word.toString());
                word.setLength(0);
            }
            word.append(sign);
        });
        words.add(word.toString());
        return words.stream()
                .map(one -> "=?UTF-8?B?" + Base64.getEncoder().encodeToString(bytes(one)) + "?=")
                .collect(joining(NEXT_LINE));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
