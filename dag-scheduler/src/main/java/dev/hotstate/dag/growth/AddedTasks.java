package dev.hotstate.dag.growth;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The answer to an addition.
 *
 * @param id of the task that added them
 * @param verdict ACCEPTED, or DUPLICATE where the same request had added them before: in both cases they are part of the job
 * @param tasks that were added
 */
@Schema(name = "AddedTasks")
record AddedTasks(
        String id,
        @Schema(enumeration = {"ACCEPTED", "DUPLICATE"}) String verdict,
        List<String> tasks) {

    static AddedTasks accepted(Addition addition, List<String> tasks) {
        return new AddedTasks(addition.adder().toString(), "ACCEPTED", tasks);
    }

    static AddedTasks duplicate(Addition addition, List<String> tasks) {
        return new AddedTasks(addition.adder().toString(), "DUPLICATE", tasks);
    }
}
