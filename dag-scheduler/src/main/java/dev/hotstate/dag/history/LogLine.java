package dev.hotstate.dag.history;

import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * One line that a worker wrote.
 *
 * @param id grows as lines arrive
 * @param seq counted by the worker within its attempt
 */
@Schema(name = "LogLine")
public record LogLine(long id, long attempt, long seq, Instant at, String text) {}
