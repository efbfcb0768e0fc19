package dev.hotstate.kit.redis.connection;

/** Where a node listens, as the cluster announces it. */
public record NodeAddress(String host, int port) implements Comparable<NodeAddress> {

    /** Reads {@code host:port}; the last colon separates, so a bare IPv6 host works too. */
    public static NodeAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("Not a host:port: " + text);
        }
        return new NodeAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public int compareTo(NodeAddress other) {
        int byHost = host.compareTo(other.host);
        return byHost != 0 ? byHost : Integer.compare(port, other.port);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
