package dev.hotstate.kit.http.egress;

import io.netty.util.NetUtil;
import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The host of a URL, read in one way only. What other parsers take for an address as well ({@code 127.1}, {@code 0x7f000001},
 * {@code 0177.0.0.1}, {@code 2130706433}, digits in circles, zone ids) is refused instead of guessed.
 *
 * @param name    lower case, ASCII, without a dot at its end; of an address its text without brackets
 * @param address if the host is an address
 */
record HostText(String name, @Nullable InetAddress address) {

    private static final Pattern IPV4 =
            Pattern.compile("(?:(?:0|1?\\d{1,2}|2[0-4]\\d|25[0-5])\\.){3}(?:0|1?\\d{1,2}|2[0-4]\\d|25[0-5])");
    private static final Pattern LEADING_ZERO = Pattern.compile("(^|\\.)0\\d");
    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,63}(\\.[a-z0-9_-]{1,63})*");
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(^|.*\\.)(\\d+|0x[0-9a-f]*)");
    private static final int LENGTH_MAX = 253;

    /** @throws EgressRefused if the text is neither a name nor an address in its usual form */
    static HostText of(String host) {
        if (host.startsWith("[") && host.endsWith("]")) {
            return ipv6(host, host.substring(1, host.length() - 1));
        }
        if (host.indexOf(':') >= 0) {
            return ipv6(host, host);
        }
        var name = ascii(host);
        if (IPV4.matcher(name).matches() && !LEADING_ZERO.matcher(name).find()) {
            return new HostText(name, address(host, name));
        }
        if (name.length() > LENGTH_MAX
                || !NAME.matcher(name).matches()
                || ENDS_IN_NUMBER.matcher(name).matches()) {
            throw EgressRefused.malformed(host);
        }
        return new HostText(name, null);
    }

    Optional<InetAddress> literal() {
        return Optional.ofNullable(address);
    }

    private static String ascii(String host) {
        try {
            var name = IDN.toASCII(host, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
            return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        } catch (IllegalArgumentException e) {
            throw EgressRefused.malformed(host);
        }
    }

    private static HostText ipv6(String host, String text) {
        if (text.indexOf('%') >= 0 || text.indexOf(':') < 0) {
            throw EgressRefused.malformed(host);
        }
        return new HostText(text.toLowerCase(Locale.ROOT), address(host, text));
    }

    private static InetAddress address(String host, String text) {
        var bytes = NetUtil.createByteArrayFromIpAddressString(text);
        if (bytes == null) {
            throw EgressRefused.malformed(host);
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw EgressRefused.malformed(host);
        }
    }
}
