package dev.hotstate.driver.search;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Who answers a search. */
public enum Source {
    REDIS,
    POSTGRES;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
