package dev.hotstate.monitor.probe;

import java.net.IDN;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of hosts in any script, as the DNS writes them: {@code münchen.example} is {@code xn--mnchen-3ya.example}. What can't be
 * one stays as it is, to be refused by the rules.
 */
final class HostNames {

    private static final Pattern URL = Pattern.compile("(?is)(https?://)([^/?#@]*?)(:\\d*)?([/?#].*)?");

    /** The older rules, which Java knows, would make other names of these. */
    private static final Pattern AMBIGUOUS = Pattern.compile("[ßς\\u200c\\u200d]");

    private HostNames() {}

    static String ascii(String host) {
        if (isAscii(host) || AMBIGUOUS.matcher(host).find()) {
            return host.toLowerCase(Locale.ROOT);
        }
        try {
            return IDN.toASCII(host).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return host;
        }
    }

    /** The same for the host of a URL. */
    static String asciiUrl(String url) {
        var parts = URL.matcher(url);
        if (!parts.matches() || isAscii(parts.group(2))) {
            return url;
        }
        return parts.group(1) + ascii(parts.group(2)) + orEmpty(parts.group(3)) + orEmpty(parts.group(4));
    }

    private static String orEmpty(@Nullable String part) {
        return part == null ? "" : part;
    }

    static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 128) {
                return false;
            }
        }
        return true;
    }
}
