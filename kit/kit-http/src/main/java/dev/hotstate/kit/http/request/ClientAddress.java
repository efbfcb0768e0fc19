package dev.hotstate.kit.http.request;

import io.netty.util.NetUtil;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Whom to count for requests without a key: an IPv4 address, or the /64 network of an IPv6 address, since one household
 * owns at least that many addresses.
 */
public final class ClientAddress {

    /** {@code 192.0.2.7:5678}, {@code [2001:db8::1]:5678} or {@code [2001:db8::1]}. */
    private static final Pattern WITH_PORT = Pattern.compile("([0-9.]+):\\d+|\\[(.+)](?::\\d+)?");

    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final int NETWORK_BYTES = 8;
    /** What an IPv6 address begins with that is an IPv4 one, {@code ::ffff:192.0.2.7}: a socket for both writes those. */
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

    private ClientAddress() {}

    public static String of(RoutingContext request) {
        var address = request.request().remoteAddress();
        return address == null || address.hostAddress() == null ? "unknown" : network(address.hostAddress());
    }

    /** What is counted as one caller: the address without its port, or the /64 network of an IPv6 address. */
    public static String network(String address) {
        if (!address.contains(":")) {
            return address;
        }
        var plain = withoutPort(address);
        var bytes = NetUtil.createByteArrayFromIpAddressString(plain.replaceFirst("%.*", ""));
        if (bytes == null || bytes.length != IPV6_BYTES) {
            return plain;
        }
        if (Arrays.equals(bytes, 0, MAPPED.length, MAPPED, 0, MAPPED.length)) {
            return NetUtil.bytesToIpAddress(Arrays.copyOfRange(bytes, MAPPED.length, MAPPED.length + IPV4_BYTES));
        }
        return NetUtil.bytesToIpAddress(Arrays.copyOf(Arrays.copyOf(bytes, NETWORK_BYTES), IPV6_BYTES)) + "/64";
    }

    private static String withoutPort(String address) {
        var parts = WITH_PORT.matcher(address);
        return parts.matches() ? parts.replaceFirst("$1$2") : address;
    }
}
