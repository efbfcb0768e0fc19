package dev.hotstate.dag.worker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.platform.Form;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What workers send about tasks they have. A batch form is a list of the same, each with the id of its task. */
final class AnswerRequests {

    /** Lines that follow are counted on from it. */
    static final long SEQ_MAX = 1_000_000_000_000L;

    static final int BATCH_MAX = 200;

    private AnswerRequests() {}

    /** Claims further tasks in the same round trip. */
    record NextRequest(
            @NotNull @Pattern(regexp = Form.NAME, message = Form.NAME_WORDS)
            String queue,

            @NotNull @Pattern(regexp = ClaimRequest.WORKER, message = ClaimRequest.WORKER_WORDS)
            String worker,

            @Schema(defaultValue = "1") @Min(1) @Max(100) @Nullable
            Integer max,

            @Schema(defaultValue = "0", description = "How long to wait if there is nothing at once")
            @Min(0)
            @Max(25_000)
            @Nullable
            Integer waitMs) {

        int wanted() {
            return max == null ? 1 : max;
        }

        int patienceMs() {
            return waitMs == null ? 0 : waitMs;
        }
    }

    record CompleteRequest(
            @NotNull @Pattern(regexp = Form.ATTEMPT, message = Form.ATTEMPT_WORDS)
            String attempt,

            @Schema(description = "JSON for the children") @Nullable
            JsonNode output,

            @Valid @Nullable NextRequest claim) {}

    record FailRequest(
            @NotNull @Pattern(regexp = Form.ATTEMPT, message = Form.ATTEMPT_WORDS)
            String attempt,

            @Size(max = 2000) @Nullable String error,

            @Schema(defaultValue = "true", description = "false: not worth another try") @Nullable
            Boolean retryable) {}

    record AttemptRequest(
            @NotNull @Pattern(regexp = Form.ATTEMPT, message = Form.ATTEMPT_WORDS)
            String attempt) {}

    record LogsRequest(
            @NotNull @Pattern(regexp = Form.ATTEMPT, message = Form.ATTEMPT_WORDS)
            String attempt,

            @Schema(description = "Of the first line, counted by the worker from 0: lines sent twice are kept once")
            @Min(0)
            @Max(SEQ_MAX)
            long firstSeq,

            @NotEmpty @Size(max = 500) List<@NotNull @Size(max = 4000) String> lines) {}

    record BatchCompletion(
            @NotNull String id,

            @NotNull @Pattern(regexp = Form.ATTEMPT, message = Form.ATTEMPT_WORDS)
            String attempt,

            @Nullable JsonNode output) {}

    record CompleteBatchRequest(
            @NotEmpty @Size(max = BATCH_MAX) List<@Valid @NotNull BatchCompletion> tasks,
            @Valid @Nullable NextRequest claim) {}

    record BatchFailure(
            @NotNull String id,

            @NotNull @Pattern(regexp = Form.ATTEMPT, message = Form.ATTEMPT_WORDS)
            String attempt,

            @Size(max = 2000) @Nullable String error,
            @Nullable Boolean retryable) {}

    record FailBatchRequest(@NotEmpty @Size(max = BATCH_MAX) List<@Valid @NotNull BatchFailure> tasks) {}

    record BatchBeat(
            @NotNull String id,

            @NotNull @Pattern(regexp = Form.ATTEMPT, message = Form.ATTEMPT_WORDS)
            String attempt) {}

    record HeartbeatBatchRequest(
            @NotEmpty @Size(max = BATCH_MAX) List<@Valid @NotNull BatchBeat> tasks) {}

    record BatchLogs(
            @NotNull String id,

            @NotNull @Pattern(regexp = Form.ATTEMPT, message = Form.ATTEMPT_WORDS)
            String attempt,

            @Min(0) @Max(SEQ_MAX) long firstSeq,
            @NotEmpty @Size(max = 500) List<@NotNull @Size(max = 4000) String> lines) {}

    record LogsBatchRequest(@NotEmpty @Size(max = BATCH_MAX) List<@Valid @NotNull BatchLogs> tasks) {}
}
