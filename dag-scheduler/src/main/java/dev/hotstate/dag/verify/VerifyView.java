package dev.hotstate.dag.verify;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What a comparison of a job found.
 *
 * @param tasks that were looked at
 * @param settled whether all could be compared; otherwise something was under way all the time: look again
 * @param differences the first thousand
 * @param found how many there are
 * @param repaired how many of them were put right
 */
@Schema(name = "Verification")
record VerifyView(
        String jobId,
        Instant asOf,

        @Schema(enumeration = {"RUNNING", "COMPLETED", "FAILED", "CANCELLED"})
        String status,

        int tasks,
        boolean settled,
        int found,
        int repaired,
        List<TaskDifference> differences,
        List<CounterDifference> counters) {

    /** @param repaired whether it was put right */
    @Schema(name = "TaskDifference")
    record TaskDifference(String task, Difference.Kind kind, String found, String expected, boolean repaired) {}

    /** @param counter of the job, as its hash calls it */
    @Schema(name = "CounterDifference")
    record CounterDifference(String counter, String found, String expected, boolean repaired) {}
}
