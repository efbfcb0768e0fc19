package dev.hotstate.dag.job;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a submitted job.
 *
 * @param webhookSecret the secret that was drawn for its webhook: only in the first answer
 */
@Schema(name = "SubmittedJob")
public record SubmittedJob(
        String jobId, int tasks, boolean created, @Nullable String webhookSecret) {}
