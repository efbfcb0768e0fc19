package dev.hotstate.monitor.statuspage;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A public page, as people define it.
 *
 * @param slug its address: {@code /status/<slug>}
 */
@Schema(name = "StatusPage")
public record StatusPage(
        @NotNull @Pattern(regexp = "[a-z0-9][a-z0-9-]{0,59}", message = "must be lower-case letters, digits and dashes")
        String slug,

        @NotBlank @Size(max = 100) String title,
        @Nullable @Size(max = 500) String description,
        @NotNull @Size(min = 1, max = 50) List<@Valid @NotNull Group> groups) {

    /** Monitors under one heading. */
    @Schema(name = "StatusPageGroup")
    public record Group(
            @NotBlank @Size(max = 80) String name,
            @NotNull @Size(min = 1, max = 200) List<@Valid @NotNull Member> monitors) {}

    /** @param label what the public calls it; the name of the monitor if absent */
    @Schema(name = "StatusPageMember")
    public record Member(
            @NotBlank @Size(max = 40) String id,
            @Nullable @Size(max = 80) String label) {}

    Stream<String> monitorIds() {
        return groups.stream().flatMap(group -> group.monitors().stream()).map(Member::id);
    }
}
