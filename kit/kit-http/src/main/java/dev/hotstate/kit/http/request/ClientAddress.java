package dev.hotstate.kit.http.request;

import io.netty.util.NetUtil;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;

/**
 * Whom to count for requests without a key: an IPv4 address, or the /64 network of an IPv6 address, since one household
 * owns at least that many addresses.
 */
public final class ClientAddress {

    private ClientAddress() {}

    public static String of(RoutingContext request) {
        var address = request.request().remoteAddress();
        return address == null || address.hostAddress() == null ? "unknown" : network(address.hostAddress());
    }

    /** What is counted as one caller: the address, or the /64 network of an IPv6 address. */
    public static String network(String address) {
        if (!address.contains(":")) {
            return address;
        }
        var bytes = NetUtil.createByteArrayFromIpAddressString(address.replaceFirst("%.*", ""));
        if (bytes == null || bytes.length != 16) {
            return address;
        }
        return NetUtil.bytesToIpAddress(Arrays.copyOf(Arrays.copyOf(bytes, 8), 16)) + "/64";
    }
}
