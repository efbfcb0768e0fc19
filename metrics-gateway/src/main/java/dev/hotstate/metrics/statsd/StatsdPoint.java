package dev.hotstate.metrics.statsd;

import java.util.Map;

/**
 * One value of a line.
 *
 * @param text the value as it stands there
 * @param number the value, of anything but a set
 * @param rate the part of all that was sent, one in a million up to 1
 */
record StatsdPoint(String name, Type type, String text, double number, double rate, Map<String, String> tags) {

    enum Type {
        COUNTER,
        GAUGE,
        SET,
        /** Of milliseconds. */
        TIMER,
        /** Histograms and distributions, of anything. */
        VALUES
    }

    /** A gauge with a sign changes by so much. */
    boolean isRelative() {
        return text.startsWith("+") || text.startsWith("-");
    }

    /** How many this one stands for. */
    long weight() {
        return Math.max(1, Math.round(1 / rate));
    }
}
