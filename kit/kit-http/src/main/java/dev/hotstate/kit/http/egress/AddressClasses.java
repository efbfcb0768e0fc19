package dev.hotstate.kit.http.egress;

import static dev.hotstate.kit.http.egress.AddressClass.CARRIER_NAT;
import static dev.hotstate.kit.http.egress.AddressClass.LINK_LOCAL;
import static dev.hotstate.kit.http.egress.AddressClass.LOOPBACK;
import static dev.hotstate.kit.http.egress.AddressClass.METADATA;
import static dev.hotstate.kit.http.egress.AddressClass.MULTICAST;
import static dev.hotstate.kit.http.egress.AddressClass.PRIVATE;
import static dev.hotstate.kit.http.egress.AddressClass.PUBLIC;
import static dev.hotstate.kit.http.egress.AddressClass.RESERVED;
import static dev.hotstate.kit.http.egress.AddressClass.TUNNEL;
import static dev.hotstate.kit.http.egress.AddressClass.UNSPECIFIED;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The special ranges of IPv4 and IPv6, after IANA's registries; what they do not name is public. */
final class AddressClasses {

    private record Known(Cidr range, AddressClass is) {}

    /** The first that contains an address counts. */
    private static final List<Known> IPV4 = Stream.of(
                    known(
                            METADATA,
                            "169.254.169.254",
                            "169.254.170.2",
                            "169.254.170.23",
                            "100.100.100.200",
                            "168.63.129.16",
                            "192.0.0.192"),
                    known(UNSPECIFIED, "0.0.0.0/8"),
                    known(LOOPBACK, "127.0.0.0/8"),
                    known(PRIVATE, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
                    known(CARRIER_NAT, "100.64.0.0/10"),
                    known(LINK_LOCAL, "169.254.0.0/16"),
                    known(MULTICAST, "224.0.0.0/4"),
                    known(TUNNEL, "192.88.99.0/24"),
                    known(
                            RESERVED,
                            "192.0.0.0/24",
                            "192.0.2.0/24",
                            "198.18.0.0/15",
                            "198.51.100.0/24",
                            "203.0.113.0/24",
                            "240.0.0.0/4"))
            .flatMap(List::stream)
            .toList();

    private static final Cidr NAT64 = Cidr.of("64:ff9b::/96");
    private static final Cidr LOCAL_NAT64 = Cidr.of("64:ff9b:1::/48");
    private static final Cidr TRANSLATED = Cidr.of("::ffff:0:0:0/96");
    private static final Cidr COMPATIBLE = Cidr.of("::/96");
    private static final Cidr TEREDO = Cidr.of("2001::/32");
    private static final Cidr SIX_TO_FOUR = Cidr.of("2002::/16");

    private static final List<Known> IPV6 = Stream.of(
                    known(METADATA, "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254"),
                    known(UNSPECIFIED, "::"),
                    known(LOOPBACK, "::1"),
                    known(PRIVATE, "fc00::/7", "fec0::/10"),
                    known(LINK_LOCAL, "fe80::/10"),
                    known(MULTICAST, "ff00::/8"),
                    Stream.of(NAT64, LOCAL_NAT64, TRANSLATED, COMPATIBLE, TEREDO, SIX_TO_FOUR)
                            .map(range -> new Known(range, TUNNEL))
                            .toList(),
                    known(RESERVED, "2001::/23", "2001:db8::/32", "3fff::/20"),
                    known(PUBLIC, "2000::/3"),
                    // No unicast address was ever given out beyond 2000::/3.
                    known(RESERVED, "::/0"))
            .flatMap(List::stream)
            .toList();

    private AddressClasses() {}

    /** By the address alone; an IPv4 address inside an IPv6 address is taken as IPv4 by Java already if it is mapped. */
    static AddressClass of(InetAddress address) {
        var bytes = address.getAddress();
        for (var known : bytes.length == 4 ? IPV4 : IPV6) {
            if (known.range.contains(bytes)) {
                return known.is;
            }
        }
        return PUBLIC;
    }

    /** Where a tunnel may lead: a Teredo address names two, its server and its client. */
    static List<InetAddress> behind(InetAddress tunnel) {
        var bytes = tunnel.getAddress();
        if (tunnel instanceof Inet4Address) {
            return List.of();
        }
        if (SIX_TO_FOUR.contains(bytes)) {
            return List.of(ipv4(bytes, 2));
        }
        if (TEREDO.contains(bytes)) {
            var inverted = bytes.clone();
            for (int i = 12; i < 16; i++) {
                inverted[i] ^= (byte) 0xff;
            }
            return List.of(ipv4(bytes, 4), ipv4(inverted, 12));
        }
        return List.of(ipv4(bytes, 12));
    }

    private static InetAddress ipv4(byte[] bytes, int from) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(bytes, from, from + 4));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    private static List<Known> known(AddressClass is, String... ranges) {
        return Arrays.stream(ranges).map(range -> new Known(Cidr.of(range), is)).toList();
    }
}
