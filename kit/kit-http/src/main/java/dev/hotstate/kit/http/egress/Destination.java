package dev.hotstate.kit.http.egress;

import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * Where to connect: an address that was checked, and the name under which it was asked for.
 *
 * @param host    for {@code Host}, SNI and the check of the certificate
 * @param address to dial
 */
public record Destination(String host, InetAddress address, int port) {

    /** As {@code Host} says it: with the port where the URL names one. */
    public String authority(URI uri) {
        var name = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return uri.getPort() < 0 ? name : name + ":" + port;
    }

    /** Dials the address and never asks a resolver; Vert.x takes the name for TLS. */
    public SocketAddress socketAddress() {
        try {
            return SocketAddress.inetSocketAddress(
                    new InetSocketAddress(InetAddress.getByAddress(host, address.getAddress()), port));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has the length of one", e);
        }
    }
}
