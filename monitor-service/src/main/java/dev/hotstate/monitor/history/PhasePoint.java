package dev.hotstate.monitor.history;

import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Where the time of checks went in one step: means in microseconds.
 *
 * @param at     when it begins
 * @param checks how many of its checks told it; where they are many, the last ones
 */
@Schema(name = "PhasePoint")
public record PhasePoint(Instant at, int checks, int dns, int connect, int tls, int firstByte, int transfer) {}
