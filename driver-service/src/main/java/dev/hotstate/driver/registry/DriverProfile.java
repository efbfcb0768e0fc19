package dev.hotstate.driver.registry;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What people say about a driver. Personal, but for the rating.
 *
 * @param rating 0 to 5
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DriverProfile(
        @Size(max = 200) @Schema(examples = "Ada Lovelace") @Nullable
        String name,

        @Size(max = 40) @Nullable String phone,

        @Size(max = 200) @Nullable String email,

        @Valid @Nullable Vehicle vehicle,

        @DecimalMin("0") @DecimalMax("5") @Schema(examples = "4.8") @Nullable
        Double rating) {

    static final DriverProfile EMPTY = new DriverProfile(null, null, null, null, null);

    /** What a driver drives. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Vehicle(
            @Size(max = 40) @Schema(examples = "car") @Nullable
            String kind,

            @Size(max = 100) @Nullable String make,

            @Size(max = 100) @Nullable String model,

            @Size(max = 40) @Nullable String color,

            @Size(max = 40) @Nullable String plate,

            @Min(1) @Max(200) @Nullable Integer seats) {}
}
