package dev.hotstate.dag.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What the final failure of a task means for its job. */
public enum OnFailure {
    /** The rest runs as far as its trigger rules allow; then the job has failed. */
    @JsonProperty("continue")
    CONTINUE,
    /** What has not ended is cancelled at once; the job has failed. */
    @JsonProperty("cancel")
    CANCEL,
    /** The rest runs as far as its trigger rules allow, and the job completes. */
    @JsonProperty("ignore")
    IGNORE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
