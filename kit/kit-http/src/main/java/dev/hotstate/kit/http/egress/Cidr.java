package dev.hotstate.kit.http.egress;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** A range of addresses: {@code 10.0.0.0/8}, {@code fd00::/8}; without a length, one address. */
public final class Cidr {

    private final String text;
    private final byte[] network;
    private final int bits;

    private Cidr(String text, byte[] network, int bits) {
        this.text = text;
        this.network = network;
        this.bits = bits;
    }

    /** @throws IllegalArgumentException if the text is not a range */
    public static Cidr of(String text) {
        int slash = text.indexOf('/');
        var address = slash < 0 ? text : text.substring(0, slash);
        var network = NetUtil.createByteArrayFromIpAddressString(address);
        if (network == null) {
            throw new IllegalArgumentException(text + " is not a range of addresses such as 10.0.0.0/8");
        }
        return new Cidr(text, network, slash < 0 ? network.length * 8 : length(text, slash, network.length * 8));
    }

    public boolean contains(InetAddress address) {
        return contains(address.getAddress());
    }

    boolean contains(byte[] address) {
        if (address.length != network.length) {
            return false;
        }
        int whole = bits / 8;
        for (int i = 0; i < whole; i++) {
            if (address[i] != network[i]) {
                return false;
            }
        }
        int rest = bits % 8;
        return rest == 0 || (address[whole] & 0xff) >> 8 - rest == (network[whole] & 0xff) >> 8 - rest;
    }

    InetAddress first() {
        try {
            return InetAddress.getByAddress(network);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four or sixteen bytes are an address", e);
        }
    }

    private static int length(String text, int slash, int max) {
        try {
            int length = Integer.parseInt(text.substring(slash + 1));
            if (length >= 0 && length <= max) {
                return length;
            }
        } catch (NumberFormatException e) {
            // Refused below, together with lengths that are none.
        }
        throw new IllegalArgumentException(text + " must end in a length between 0 and " + max);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cidr cidr && text.equals(cidr.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
