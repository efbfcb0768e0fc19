package dev.hotstate.kit.backends.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Ports nobody listens on.
 *
 * <p>They are taken below 22700, so that a Redis Cluster bus port (+10000) also stays below 32768: the kernel hands out
 * ports from there upwards to outgoing connections, and a server that comes back after a restart would find its port
 * taken by one.
 */
public final class FreePorts {

    public static final int BUS_OFFSET = 10_000;

    private static final int LOWEST = 10_100;
    private static final int HIGHEST = 22_700;
    private static final int UP_LOWEST = 17_000;
    private static final int TRIES_MAX = 1_000;
    private static final int START_TRIES_MAX = 5;

    private FreePorts() {}

    public static int one() {
        return find(1, false).get(0);
    }

    /** Ports that are free themselves and whose cluster bus ports are free, too. */
    public static List<Integer> withBusPort(int count) {
        return find(count, true);
    }

    public static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Starts something on free ports of its choice. Between the search for them and their use somebody else may take one:
     * then it is started again, on others.
     */
    public static <T> T retryCollisions(Supplier<T> start) {
        for (int attempt = 1; ; attempt++) {
            try {
                return start.get();
            } catch (BackendFailure e) {
                if (attempt == START_TRIES_MAX || !e.getMessage().contains("Address already in use")) {
                    throw e;
                }
            }
        }
    }

    /**
     * @param purpose completes the sentence "Port 8081, which ..."
     * @throws BackendFailure if somebody listens there; it says who, as far as that can be seen
     */
    public static void refuseInUse(int port, String purpose) {
        if (!isFree(port)) {
            throw new BackendFailure("Port %d, which %s, is in use by %s; stop that one first"
                    .formatted(port, purpose, PortHolder.describe(port).orElse("another program")));
        }
    }

    /** For the bus of its Redis, with an offset below 1000; all its other ports are below {@link #LOWEST} then. */
    private static boolean isLeftToUp(int port) {
        return port >= UP_LOWEST && port < UP_LOWEST + 1_100;
    }

    private static List<Integer> find(int count, boolean withBus) {
        var given = GivenPorts.ofThisUser();
        var us = ProcessHandle.current();
        Set<Integer> found = new LinkedHashSet<>();
        for (int tries = 0; tries < TRIES_MAX && found.size() < count; tries++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (!isLeftToUp(port)
                    && isFree(port)
                    && given.give(port, us)
                    && (!withBus || isFree(port + BUS_OFFSET) && given.give(port + BUS_OFFSET, us))) {
                found.add(port);
            }
        }
        if (found.size() < count) {
            throw new BackendFailure("No " + count + " free ports between " + LOWEST + " and " + HIGHEST);
        }
        return new ArrayList<>(found);
    }
}
