package dev.hotstate.driver.position;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of a batch.
 *
 * @param results in the order of the points
 * @param counts  how many had which verdict
 */
public record BatchAnswer(List<Result> results, Map<String, Long> counts) {

    /** @param detail what is wrong with it */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Result(
            String id, ReportVerdict verdict, @Nullable String detail) {}
}
