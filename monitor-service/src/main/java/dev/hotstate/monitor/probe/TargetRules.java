package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.problem.FieldError;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with a target. */
final class TargetRules {

    static final int REQUEST_BODY_MAX = 64 << 10;

    private static final int TEXT_MAX = 1_000;
    private static final int HEADERS_MAX = 50;
    private static final int EXPECTED_MAX = 50;
    private static final int URL_MAX = 2_000;
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    /** Set by us: the framing of the request and where it goes. */
    private static final Set<String> OWN_HEADERS =
            Set.of("host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "expect");

    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7e]{0,4000}");
    private static final Pattern HOST_NAME = Pattern.compile(
            "(?=.{1,253}\\.?$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\\.?");
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private final List<FieldError> problems = new ArrayList<>();

    /** The host of a URL, lower case and without brackets; empty if there is none. */
    static String hostOf(String url) {
        var plain = plainHostOf(url);
        if (plain != null) {
            return plain;
        }
        try {
            var host = new URI(url).getHost();
            return host == null ? "" : withoutBrackets(host).toLowerCase(Locale.ROOT);
        } catch (URISyntaxException e) {
            return "";
        }
    }

    /** Found without taking all of the URL apart, because each check asks for it; null unless the URL is as plain as most are. */
    private static @Nullable String plainHostOf(String url) {
        int from = url.startsWith("http://") ? 7 : url.startsWith("https://") ? 8 : url.length();
        int to = from;
        while (to < url.length() && isPlain(url.charAt(to))) {
            to++;
        }
        int end = to;
        if (end < url.length() && url.charAt(end) == ':') {
            do {
                end++;
            } while (end < url.length() && isDigit(url.charAt(end)));
        }
        boolean endsThere = end == url.length() || url.charAt(end) == '/';
        return from < to && endsThere ? url.substring(from, to) : null;
    }

    private static boolean isPlain(char character) {
        return character >= 'a' && character <= 'z' || isDigit(character) || character == '.' || character == '-';
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    TargetRules httpUrl(String pointer, String url) {
        try {
            var uri = new URI(url);
            if (!Set.of("http", "https")
                    .contains(String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT))) {
                return refuse(pointer, "must begin with http:// or https://");
            }
            if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > 65_535) {
                return refuse(pointer, "must name a host, and a port between 1 and 65535 if any");
            }
            if (uri.getRawUserInfo() != null) {
                return refuse(pointer, "must not contain credentials; put them into the secrets");
            }
            return check(pointer, url.length() <= URL_MAX, "must have at most " + URL_MAX + " characters");
        } catch (URISyntaxException e) {
            return refuse(pointer, "is not a URL: " + e.getReason());
        }
    }

    TargetRules method(String pointer, String method) {
        return check(
                pointer,
                METHODS.contains(method),
                "must be one of " + String.join(", ", METHODS.stream().sorted().toList()));
    }

    TargetRules headers(String pointer, Map<String, String> headers) {
        check(pointer, headers.size() <= HEADERS_MAX, "must be at most " + HEADERS_MAX);
        headers.forEach((name, value) -> {
            var place = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
            check(place, HEADER_NAME.matcher(name).matches(), "is not a name of a header");
            check(place, HEADER_VALUE.matcher(value).matches(), "must be printable ASCII");
            check(place, !OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT)), "is set by the check itself");
        });
        return this;
    }

    TargetRules headerValue(String pointer, @Nullable String value) {
        return check(pointer, value == null || HEADER_VALUE.matcher(value).matches(), "must be printable ASCII");
    }

    TargetRules statusRanges(String pointer, StatusRanges ranges) {
        return check(pointer, ranges.isWellFormed(), "must be like 200-299,304, with at most 20 parts");
    }

    TargetRules host(String pointer, String host) {
        return check(pointer, isHostName(host) || isAddress(host), "must be a host name or an IP address");
    }

    TargetRules optionalHost(String pointer, @Nullable String host) {
        return host == null ? this : host(pointer, host);
    }

    TargetRules domain(String pointer, String name) {
        return check(pointer, isHostName(name), "must be a domain name");
    }

    TargetRules optionalAddress(String pointer, @Nullable String address) {
        return check(pointer, address == null || isAddress(address), "must be an IP address");
    }

    TargetRules port(String pointer, int port) {
        return between(pointer, port, 1, 65_535);
    }

    TargetRules between(String pointer, @Nullable Integer value, int min, int max) {
        return check(pointer, value == null || min <= value && value <= max, "must be between " + min + " and " + max);
    }

    TargetRules positive(String pointer, @Nullable Duration duration) {
        return check(pointer, duration == null || duration.isPositive(), "must be a duration above zero, such as PT2S");
    }

    TargetRules text(String pointer, @Nullable String text) {
        return size(pointer, text, TEXT_MAX).check(pointer, text == null || !text.isEmpty(), "must not be empty");
    }

    TargetRules texts(String pointer, Collection<String> texts) {
        check(pointer, texts.size() <= EXPECTED_MAX, "must be at most " + EXPECTED_MAX);
        texts.forEach(text -> text(pointer, text));
        return this;
    }

    TargetRules size(String pointer, @Nullable String text, int max) {
        return check(pointer, text == null || text.length() <= max, "must have at most " + max + " characters");
    }

    TargetRules regex(String pointer, @Nullable String regex) {
        text(pointer, regex);
        return regex == null || regex.isEmpty() ? this : objection(pointer, RegexPolicy.objection(regex));
    }

    TargetRules json(String pointer, @Nullable JsonExpectation json) {
        if (json == null) {
            return this;
        }
        text(pointer + "/path", json.path());
        check(
                pointer + "/value",
                json.value() == null || json.value().isValueNode(),
                "must be a text, a number, true, false or null");
        return json.path().isEmpty() ? this : objection(pointer + "/path", JsonPathPolicy.objection(json.path()));
    }

    private TargetRules objection(String pointer, Optional<String> objection) {
        objection.ifPresent(detail -> refuse(pointer, detail));
        return this;
    }

    TargetRules and(List<FieldError> others) {
        problems.addAll(others);
        return this;
    }

    List<FieldError> problems() {
        return List.copyOf(problems);
    }

    private static boolean isHostName(String text) {
        return HOST_NAME.matcher(text).matches();
    }

    private static boolean isAddress(String text) {
        return ADDRESS.matcher(withoutBrackets(text)).matches();
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    TargetRules check(String pointer, boolean fine, String detail) {
        return fine ? this : refuse(pointer, detail);
    }

    private TargetRules refuse(String pointer, String detail) {
        problems.add(FieldError.at(pointer, detail));
        return this;
    }
}
