package dev.hotstate.dag.growth;

import dev.hotstate.dag.job.SubmitTaskRequest;
import dev.hotstate.dag.platform.Form;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Tasks that a running task adds to its job. */
record AddTasksRequest(
        @Schema(description = "Of the task that adds them")
        @NotNull
        @Pattern(regexp = Form.ATTEMPT, message = Form.ATTEMPT_WORDS)
        String attempt,

        @Schema(
                description =
                        "Makes the call repeatable, by a later attempt too: the same name with the same tasks adds"
                                + " them once",
                examples = "split")
        @NotNull
        @Pattern(regexp = Form.NAME, message = Form.NAME_WORDS)
        String request,

        @Schema(
                description = "As in a submitted job. They may depend on each other and on any task of the job; without"
                        + " dependsOn a task depends on the one that adds it, with an empty one it begins at once")
        @NotEmpty
        @Size(max = Growth.TASKS_MAX)
        List<@NotNull SubmitTaskRequest> tasks) {}
