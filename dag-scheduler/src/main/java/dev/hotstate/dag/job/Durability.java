package dev.hotstate.dag.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** When the completion of a task is acknowledged. */
public enum Durability {
    /** When Redis has it; losing Redis may let the task run again. */
    @JsonProperty("redis")
    REDIS,
    /** When Postgres has it. */
    @JsonProperty("mirrored")
    MIRRORED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
