package dev.hotstate.driver.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hotstate.kit.http.webhook.WebhookSecret;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a message comes from who knows the secret, and just now (Standard Webhooks). */
final class SignaturePolicy {

    private SignaturePolicy() {}

    /** The headers of a signed message. */
    record Signed(
            @Nullable String id,
            @Nullable String timestamp,
            @Nullable String signatures) {}

    static boolean isGood(Signed signed, String body, List<WebhookSecret> secrets, Instant now, Duration tolerance) {
        var id = signed.id();
        var timestamp = signed.timestamp();
        var signatures = signed.signatures();
        if (id == null || timestamp == null || signatures == null || !timestamp.matches("\\d{1,11}")) {
            return false;
        }
        var at = Instant.ofEpochSecond(Long.parseLong(timestamp));
        if (Duration.between(at, now).abs().compareTo(tolerance) > 0) {
            return false;
        }
        return secrets.stream()
                .map(secret -> secret.sign(id, at, body))
                .anyMatch(expected -> names(signatures, expected));
    }

    private static boolean names(String signatures, String expected) {
        boolean found = false;
        for (var signature : signatures.split(" ")) {
            found |= MessageDigest.isEqual(signature.getBytes(UTF_8), expected.getBytes(UTF_8));
        }
        return found;
    }
}
