package dev.hotstate.monitor.probe;

/**
 * How long each part of a check took, in microseconds; 0 for a part that did not happen. With redirects, the sum over all
 * requests.
 *
 * @param firstByteMicros from the request being sent to the first byte of the answer
 */
public record Phases(long dnsMicros, long connectMicros, long tlsMicros, long firstByteMicros, long transferMicros) {

    public static final Phases NONE = new Phases(0, 0, 0, 0, 0);
}
