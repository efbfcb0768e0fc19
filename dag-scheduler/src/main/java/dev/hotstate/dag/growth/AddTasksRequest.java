package dev.hotstate.dag.growth;

import dev.hotstate.dag.job.SubmitTaskRequest;
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
        @Pattern(regexp = "[0-9]{1,18}", message = "must be the attempt that came with the task: digits, as a text")
        String attempt,

        @Schema(
                description =
                        "Makes the call repeatable, by a later attempt too: the same name with the same tasks adds"
                                + " them once",
                examples = "split")
        @NotNull
        @Pattern(regexp = "[A-Za-z0-9_-]{1,40}", message = "must be 1 to 40 letters, digits, _ and -")
        String request,

        @Schema(
                description = "As in a submitted job. They may depend on each other and on any task of the job; without"
                        + " dependsOn a task depends on the one that adds it, with an empty one it begins at once")
        @NotEmpty
        @Size(max = Growth.TASKS_MAX)
        List<@NotNull SubmitTaskRequest> tasks) {}
