package dev.hotstate.kit.http.session;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Writes and reads signed cookies, and derives from a session the CSRF token that a page must send along. */
final class SessionSigner {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String SEPARATOR = "|";
    private static final int COOKIE_LENGTH_MAX = 500;

    private final SecretKeySpec secret;

    SessionSigner(byte[] secret) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    String write(Session session) {
        var text = String.join(
                SEPARATOR,
                session.id(),
                session.keyId(),
                session.fingerprint(),
                String.valueOf(session.expiresAt().getEpochSecond()));
        return encode(text.getBytes(StandardCharsets.UTF_8)) + "." + encode(sign("session", text));
    }

    /** Empty unless we signed it; whether it still counts is another question. */
    Optional<Session> read(String cookie) {
        var parts = cookie.split("\\.", -1);
        if (parts.length != 2 || cookie.length() > COOKIE_LENGTH_MAX) {
            return Optional.empty();
        }
        try {
            var text = new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.UTF_8);
            var signature = Base64.getUrlDecoder().decode(parts[1]);
            return MessageDigest.isEqual(signature, sign("session", text))
                    ? Optional.of(parse(text))
                    : Optional.empty();
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    String csrfToken(Session session) {
        return encode(sign("csrf", session.id()));
    }

    private static Session parse(String text) {
        var fields = text.split("\\|", -1);
        return new Session(fields[0], fields[1], fields[2], Instant.ofEpochSecond(Long.parseLong(fields[3])));
    }

    /** The purpose keeps a signature made for one thing from being used for another. */
    private byte[] sign(String purpose, String text) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return mac.doFinal((purpose + SEPARATOR + text).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, e);
        }
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
