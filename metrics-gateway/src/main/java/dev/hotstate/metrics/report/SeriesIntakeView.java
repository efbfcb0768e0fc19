package dev.hotstate.metrics.report;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Whether there is room for more series, and where they come in.
 *
 * @param taken so many series are counted apart
 * @param most so many can be; what is told beyond them is folded
 * @param statsd of the instance that answers; absent if it does not listen
 */
@Schema(name = "SeriesIntake")
record SeriesIntakeView(long taken, int most, @Nullable Statsd statsd) {

    @Schema(name = "StatsdAddress")
    record Statsd(String host, int udpPort, int tcpPort) {}
}
