package dev.hotstate.kit.http.about;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** @param authRequired false where everybody may do everything: the pages show a banner */
record AboutView(
        @Schema(examples = "Hotstate") String product,
        @Schema(examples = "monitor-service") String service,
        @Schema(examples = "monitor") String app,
        @Schema(examples = "prod") String env,
        String version,
        Instant startedAt,

        @Schema(description = "This process among those of the service")
        String instance,

        boolean authRequired,
        List<Sister> sisters) {

    record Sister(String service, String url) {}
}
