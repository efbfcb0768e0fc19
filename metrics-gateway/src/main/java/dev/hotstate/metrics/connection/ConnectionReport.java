package dev.hotstate.metrics.connection;

import dev.hotstate.kit.http.problem.FieldError;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What an instance says of its connections. Without numbers: that it lives. */
@Schema(name = "ConnectionReport")
record ConnectionReport(
        @Schema(examples = "shop-1") @NotBlank @Size(max = 64)
        String instance,

        @Schema(description = "Since the last report") @Nullable @Min(0) @Max(NUMBER_MAX)
        Long opened,

        @Schema(description = "Since the last report") @Nullable @Min(0) @Max(NUMBER_MAX)
        Long closed,

        @Schema(description = "Instead of both: how many are open now; puts right what was lost")
        @Nullable
        @Min(0)
        @Max(NUMBER_MAX)
        Long open) {

    static final long NUMBER_MAX = 1_000_000_000;

    private static final long NOT_SAID = -1;

    Optional<FieldError> objection() {
        return open != null && (opened != null || closed != null)
                ? Optional.of(FieldError.at("/open", "stands instead of opened and closed"))
                : Optional.empty();
    }

    long openedOrNone() {
        return Objects.requireNonNullElse(opened, 0L);
    }

    long closedOrNone() {
        return Objects.requireNonNullElse(closed, 0L);
    }

    long openIfSaid() {
        return Objects.requireNonNullElse(open, NOT_SAID);
    }
}
