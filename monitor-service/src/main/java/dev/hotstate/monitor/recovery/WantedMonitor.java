package dev.hotstate.monitor.recovery;

import java.time.Duration;

/**
 * An enabled monitor, as far as the comparison needs it.
 *
 * @param waitMax how far away its next check or deadline may be
 */
record WantedMonitor(String id, int version, Duration waitMax) {}
