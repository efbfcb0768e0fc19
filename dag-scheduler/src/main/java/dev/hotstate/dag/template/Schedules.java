package dev.hotstate.dag.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.job.SubmittedJob;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks schedules, looks ahead, and runs them by hand. */
@Singleton
class Schedules {

    private static final int CATCH_UP_USUAL = 10;
    private static final int CATCH_UP_LIMIT = 100;
    private static final String ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int ID_LENGTH = 20;
    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm xxx", Locale.ENGLISH);

    private final ScheduleStore store;
    private final TemplateStore templateStore;
    private final Templates templates;
    private final TemplateJson json;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    Schedules(ScheduleStore store, TemplateStore templateStore, Templates templates, TemplateJson json, Clock clock) {
        this.store = store;
        this.templateStore = templateStore;
        this.templates = templates;
        this.json = json;
        this.clock = clock;
    }

    Uni<ScheduleView> create(Caller caller, ScheduleRequest request) {
        return checked(newId(), request).chain(schedule -> store.create(caller, schedule));
    }

    /** Times from now on only: what a schedule was before a change it does not catch up with. */
    Uni<ScheduleView> replace(Caller caller, String id, ScheduleRequest request) {
        return store.find(id).chain(known -> checked(id, request)).chain(schedule -> store.replace(caller, schedule));
    }

    private Uni<ScheduleStore.Checked> checked(String id, ScheduleRequest request) {
        var schedule = check(id, request);
        return templateStore
                .find(schedule.template())
                .invoke(template -> templates.render(template, values(request), "now"))
                .replaceWith(schedule);
    }

    Uni<SubmittedJob> trigger(Caller caller, String id, TriggerRequest request) {
        var name = caller.name();
        return store.find(id)
                .chain(schedule -> templates.run(
                        name,
                        schedule.template(),
                        new RunTemplateRequest(request.jobId(), request.fireTime(), schedule.parameters())));
    }

    Uni<List<Instant>> ahead(String id, int count) {
        return store.find(id).map(schedule -> ahead(CronTimes.of(schedule.cron(), ZoneId.of(schedule.zone())), count));
    }

    /** Looks at the times alone: the template may not even exist yet. */
    SchedulePreview preview(SchedulePreviewRequest request, int count) {
        var errors = new ArrayList<FieldError>();
        var zone = zone(request.zone(), errors);
        var times = times(request.cron(), zone, errors);
        refuse(errors);
        return new SchedulePreview(
                Objects.requireNonNull(request.cron()),
                zone.getId(),
                ahead(times.orElseThrow(), count).stream()
                        .map(at -> new SchedulePreview.Time(at, LOCAL.format(at.atZone(zone))))
                        .toList());
    }

    private List<Instant> ahead(CronTimes times, int count) {
        var ahead = new ArrayList<Instant>();
        Optional<Instant> next = times.after(clock.instant());
        while (next.isPresent() && ahead.size() < count) {
            ahead.add(next.get());
            next = times.after(next.get());
        }
        return ahead;
    }

    private ScheduleStore.Checked check(String id, ScheduleRequest request) {
        var errors = new ArrayList<FieldError>();
        if (request.template() == null) {
            errors.add(FieldError.at("/template", "is needed"));
        }
        var zone = zone(request.zone(), errors);
        var next = times(request.cron(), zone, errors).flatMap(times -> first(times, errors));
        int catchUpMax = Objects.requireNonNullElse(request.catchUpMax(), CATCH_UP_USUAL);
        if (catchUpMax < 1 || catchUpMax > CATCH_UP_LIMIT) {
            errors.add(FieldError.at("/catchUpMax", "must be between 1 and " + CATCH_UP_LIMIT));
        }
        refuse(errors);
        return new ScheduleStore.Checked(
                id,
                Objects.requireNonNull(request.template()),
                Objects.requireNonNull(request.cron()),
                zone.getId(),
                json.text(values(request)),
                Objects.requireNonNullElse(request.misfire(), MisfirePolicy.FIRE_ONCE),
                catchUpMax,
                Objects.requireNonNullElse(request.enabled(), true),
                next.orElse(null));
    }

    private Optional<Instant> first(CronTimes times, List<FieldError> errors) {
        var first = times.after(clock.instant());
        if (first.isEmpty()) {
            errors.add(FieldError.at("/cron", "never fires: there is no such day"));
        }
        return first;
    }

    private static void refuse(List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
        }
    }

    private static Map<String, JsonNode> values(ScheduleRequest request) {
        return Objects.requireNonNullElse(request.parameters(), Map.of());
    }

    private static ZoneId zone(@Nullable String name, List<FieldError> errors) {
        try {
            return ZoneId.of(Objects.requireNonNullElse(name, "UTC"));
        } catch (DateTimeException unknown) {
            errors.add(FieldError.at("/zone", "is not a known time zone, such as Europe/Berlin"));
            return ZoneId.of("UTC");
        }
    }

    private static Optional<CronTimes> times(@Nullable String cron, ZoneId zone, List<FieldError> errors) {
        if (cron == null) {
            errors.add(FieldError.at("/cron", "is needed"));
            return Optional.empty();
        }
        try {
            return Optional.of(CronTimes.of(cron, zone));
        } catch (IllegalArgumentException malformed) {
            errors.add(FieldError.at("/cron", malformed.getMessage()));
            return Optional.empty();
        }
    }

    private String newId() {
        var id = new StringBuilder("sched_");
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(ID_LETTERS.charAt(random.nextInt(ID_LETTERS.length())));
        }
        return id.toString();
    }
}
