package dev.hotstate.kit.http.about;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.util.Map;

/** The other services, for links between the pages. */
@ConfigMapping(prefix = "hotstate.sisters")
public interface SistersConfig {

    /** Their addresses by name. */
    @WithParentName
    Map<String, String> addresses();
}
