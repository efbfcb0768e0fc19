package dev.hotstate.kit.http.apikey;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The key as its owner sees it. The fixed beginning lets secret scanners find leaked keys; the id lets people talk about a
 * key without showing it.
 */
record KeyText(String id, String text) {

    private static final Pattern FORM = Pattern.compile("hs_[a-z][a-z0-9-]{0,31}_([0-9a-f]{12})_[0-9a-f]{64}");
    private static final SecureRandom RANDOM = new SecureRandom();

    static KeyText issue(String app) {
        var id = random(6);
        return new KeyText(id, prefix(app, id) + "_" + random(32));
    }

    static Optional<KeyText> parse(String text) {
        var form = FORM.matcher(text);
        return form.matches() ? Optional.of(new KeyText(form.group(1), text)) : Optional.empty();
    }

    /** The part that may be shown. */
    static String prefix(String app, String id) {
        return "hs_" + app + "_" + id;
    }

    private static String random(int bytes) {
        var random = new byte[bytes];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    @Override
    public String toString() {
        return id;
    }
}
