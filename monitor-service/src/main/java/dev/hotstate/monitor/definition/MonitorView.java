package dev.hotstate.monitor.definition;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A definition as the API shows it.
 *
 * @param hasSecrets whether headers or credentials are stored; they are never shown
 * @param reportTo   push monitors, to callers that may write: where the job reports
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MonitorView(
        @Schema(examples = "mon_k3v5rj2qy7xw4mzt6abc") String id,
        @JsonUnwrapped MonitorSpec spec,
        boolean hasSecrets,
        @Nullable ReportTo reportTo,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /**
     * Paths below the address of this service.
     *
     * @param ping as Healthchecks: itself for success, with /start, /fail, /log or an exit status
     * @param pingBySlug the same as ping, where {@code {key}} stands for an API key with the scope {@code ping}
     * @param push as Uptime Kuma: with ?status=up|down&amp;msg=&amp;ping=
     */
    record ReportTo(
            @Schema(examples = "/ping/6f1f5a0e-5c4f-4c2b-9d55-0a3c1d9e7b11")
            String ping,

            @Schema(examples = "/api/push/6f1f5a0e5c4f4c2b9d550a3c1d9e7b11")
            String push,

            @Schema(examples = "/ping/{key}/nightly-backup") String pingBySlug) {}

    static MonitorView of(Monitor monitor, boolean mayWrite) {
        var token = monitor.pushToken();
        return new MonitorView(
                monitor.id(),
                monitor.spec(),
                monitor.sealedSecrets() != null,
                token != null && mayWrite
                        ? new ReportTo(
                                "/ping/" + token,
                                "/api/push/" + token.toString().replace("-", ""),
                                "/ping/{key}/" + Slug.of(monitor.name()))
                        : null,
                monitor.version(),
                monitor.createdAt(),
                monitor.updatedAt());
    }
}
