package dev.hotstate.kit.http.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What sender and receiver of a webhook share: {@code whsec_} and 24 to 64 bytes in Base64. */
public final class WebhookSecret {

    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    private WebhookSecret(byte[] bytes) {
        this.key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /** @throws IllegalArgumentException if the text has not that form */
    public static WebhookSecret of(String text) {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException("must begin with " + PREFIX);
        }
        var bytes = Base64.getDecoder().decode(text.substring(PREFIX.length()));
        if (bytes.length < 24 || bytes.length > 64) {
            throw new IllegalArgumentException("must have 24 to 64 bytes in Base64 after " + PREFIX);
        }
        return new WebhookSecret(bytes);
    }

    /** The text of a new secret. */
    public static String generate() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    /** One signature: {@code v1,} and the HMAC of id, time and body. */
    public String sign(String id, Instant at, String body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            var content = id + "." + at.getEpochSecond() + "." + body;
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, e);
        }
    }

    /** Without the secret: this may end up in a log. */
    @Override
    public String toString() {
        return PREFIX + "...";
    }
}
