package dev.hotstate.dag.history;

import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * How a job is at the moment, as the first event of its stream.
 *
 * @param tasks how many of its tasks have which status
 */
@Schema(name = "JobSnapshot")
public record JobSnapshot(String job, String status, boolean paused, Map<String, Long> tasks) {}
