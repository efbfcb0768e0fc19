package dev.hotstate.monitor.maintenance;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.monitor.maintenance.MaintenanceSchedule.Once;
import dev.hotstate.monitor.maintenance.MaintenanceSchedule.Weekly;
import dev.hotstate.monitor.platform.MonitorTag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Either {@code from} and {@code to}, or {@code weekly}. */
record SaveMaintenanceRequest(
        @Schema(examples = "database upgrade") @NotBlank @Size(max = 80)
        String name,

        @Schema(description = "Of a window that comes once") @Nullable
        Instant from,

        @Nullable Instant to,

        @Schema(description = "Of a window that comes each week") @Nullable @Valid
        WeeklyRequest weekly,

        @Schema(description = "Monitors by id; without ids and tags, all are covered") @Nullable @Size(max = 500)
        Set<@NotBlank @Size(max = 40) String> monitorIds,

        @Nullable @Size(max = 50)
        Set<@NotNull @Pattern(regexp = MonitorTag.FORM, message = MonitorTag.RULE) String> tags) {

    /** Postgres knows hardly any later time. */
    private static final Instant END_OF_TIME = Instant.parse("9999-12-31T23:59:59Z");

    record WeeklyRequest(
            @Schema(examples = "[\"SUNDAY\"]") @Nullable Set<@NotNull DayOfWeek> days,

            @Schema(examples = "02:00", type = org.eclipse.microprofile.openapi.annotations.enums.SchemaType.STRING)
            @JsonFormat(pattern = "HH:mm")
            @Nullable
            LocalTime start,

            @Schema(examples = "PT2H") @Nullable Duration duration,
            @Schema(examples = "Europe/Berlin") @Nullable String zone) {}

    /** @param errors gets an entry for each value that breaks a rule; then the answer means nothing */
    @Nullable
    MaintenanceSchedule schedule(Instant now, List<FieldError> errors) {
        if ((weekly == null) == (from == null && to == null)) {
            errors.add(FieldError.at("/from", "either from and to, or weekly must be given"));
            return null;
        }
        return weekly == null ? once(now, errors) : weekly(weekly, errors);
    }

    private @Nullable Once once(Instant now, List<FieldError> errors) {
        if (from == null || to == null) {
            errors.add(FieldError.at(from == null ? "/from" : "/to", "is needed"));
            return null;
        }
        if (!to.isAfter(from)) {
            errors.add(FieldError.at("/to", "must be after from"));
        } else if (to.isAfter(END_OF_TIME)) {
            errors.add(FieldError.at("/to", "must be before the year 10000"));
        } else if (!to.isAfter(now)) {
            errors.add(FieldError.at("/to", "is over already"));
        } else if (Duration.between(from, to).compareTo(Once.LENGTH_MAX) > 0) {
            errors.add(FieldError.at("/to", "must be at most 366 days after from"));
        }
        return new Once(from, to);
    }

    private static @Nullable Weekly weekly(WeeklyRequest weekly, List<FieldError> errors) {
        var found = new ArrayList<FieldError>();
        if (weekly.days == null || weekly.days.isEmpty()) {
            found.add(FieldError.at("/weekly/days", "must name at least one day"));
        }
        if (weekly.start == null) {
            found.add(FieldError.at("/weekly/start", "is needed"));
        }
        if (weekly.duration == null
                || !weekly.duration.isPositive()
                || weekly.duration.compareTo(Weekly.DURATION_MAX) > 0) {
            found.add(FieldError.at("/weekly/duration", "must be positive and at most 7 days"));
        }
        var zone = zone(weekly.zone, found);
        errors.addAll(found);
        return found.isEmpty() ? new Weekly(weekly.days, weekly.start, weekly.duration, zone) : null;
    }

    private static ZoneId zone(@Nullable String name, List<FieldError> errors) {
        try {
            return ZoneId.of(name == null ? "UTC" : name);
        } catch (DateTimeException e) {
            errors.add(FieldError.at("/weekly/zone", "must be a time zone such as Europe/Berlin"));
            return ZoneId.of("UTC");
        }
    }
}
