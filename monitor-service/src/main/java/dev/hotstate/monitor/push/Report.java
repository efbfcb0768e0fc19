package dev.hotstate.monitor.push;

import dev.hotstate.monitor.platform.OneLine;
import dev.hotstate.monitor.probe.Reason;
import java.util.Locale;

/**
 * What a job says about itself.
 *
 * @param run           tells runs apart that overlap; {@code -} where the job does not care
 * @param exitStatus    0 where it gave none
 * @param latencyMillis how long it took; -1: since it said that it began
 * @param message       for people, empty for none
 */
record Report(Signal signal, String run, int exitStatus, long latencyMillis, String message) {

    static final String ANY_RUN = "-";
    static final long SINCE_START = -1;
    private static final int MESSAGE_LENGTH_MAX = 200;

    enum Signal {
        START,
        UP,
        DOWN;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        Reason reason() {
            return this == DOWN ? Reason.STATUS : Reason.OK;
        }
    }

    Report {
        message = OneLine.of(message, MESSAGE_LENGTH_MAX);
    }

    Report withLatency(long millis) {
        return new Report(signal, run, exitStatus, millis, message);
    }

    static Report of(Signal signal, String run, String message) {
        return new Report(signal, run, 0, SINCE_START, message);
    }
}
