package dev.hotstate.monitor.definition;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.monitor.platform.MonitorTag;
import dev.hotstate.monitor.platform.OneLine;
import dev.hotstate.monitor.probe.ProbeSecrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a definition must be to be accepted. All that is wrong is told at once, each with a pointer to its place.
 *
 * @param intervalMin checks more often than this are refused
 * @param objection   what the egress guard says about a host
 */
record SpecPolicy(Duration intervalMin, Function<String, Optional<String>> objection) {

    private static final Duration INTERVAL_MAX = Duration.ofDays(1);
    private static final Duration TIMEOUT_MAX = Duration.ofSeconds(60);
    private static final Duration TIMEOUT_MIN = Duration.ofMillis(100);
    private static final Duration RETRY_DELAY_MIN = Duration.ofSeconds(1);
    private static final Duration REMIND_MIN = Duration.ofMinutes(1);
    private static final Duration REMIND_MAX = Duration.ofDays(30);
    private static final int NAME_LENGTH_MAX = 120;
    private static final int RETRIES_MAX = 10;
    private static final int THRESHOLD_MAX = 20;
    private static final int TAGS_MAX = 20;

    List<FieldError> problems(MonitorSpec spec) {
        var found = new Problems();
        found.unless(!spec.name().isEmpty(), "/name", "must not be empty");
        found.unless(spec.name().length() <= NAME_LENGTH_MAX, "/name", "must have at most 120 characters");
        found.unless(OneLine.isOneLine(spec.name()), "/name", OneLine.RULE);
        timing(spec, found);
        between(found, "/retries", spec.retries(), 0, RETRIES_MAX);
        between(found, "/failureThreshold", spec.failureThreshold(), 1, THRESHOLD_MAX);
        between(found, "/recoveryThreshold", spec.recoveryThreshold(), 1, THRESHOLD_MAX);
        reminders(spec.remindEvery(), found);
        tags(spec.tags(), found);
        target(spec, found);
        secrets(spec, spec.secrets(), found);
        return found.list;
    }

    private void timing(MonitorSpec spec, Problems found) {
        within(found, "/interval", spec.interval(), intervalMin, INTERVAL_MAX);
        within(found, "/timeout", spec.timeout(), TIMEOUT_MIN, TIMEOUT_MAX);
        if (spec.interval().compareTo(intervalMin) < 0) {
            // What is measured by the interval can be told once there is a sensible one.
            return;
        }
        found.unless(spec.timeout().compareTo(spec.interval()) < 0, "/timeout", "must be shorter than the interval");
        if (spec.retries() > 0) {
            within(found, "/retryDelay", spec.retryDelay(), RETRY_DELAY_MIN, spec.interval());
        } else {
            within(found, "/retryDelay", spec.retryDelay(), Duration.ofMillis(1), INTERVAL_MAX);
        }
    }

    private static void reminders(@Nullable Duration every, Problems found) {
        if (every != null && !every.isZero()) {
            within(found, "/remindEvery", every, REMIND_MIN, REMIND_MAX);
        }
    }

    private static void tags(List<String> tags, Problems found) {
        found.unless(tags.size() <= TAGS_MAX, "/tags", "must be at most " + TAGS_MAX);
        for (int i = 0; i < tags.size(); i++) {
            found.unless(MonitorTag.isTag(tags.get(i)), "/tags/" + i, MonitorTag.RULE);
        }
    }

    private void target(MonitorSpec spec, Problems found) {
        var push = spec.push();
        var target = spec.target();
        if (target == null && push == null) {
            found.add("/target", "is missing: say what to check, or push for a job that reports by itself");
        } else if (target != null && push != null) {
            found.add("/push", "must be absent where there is a target");
        } else if (push != null) {
            within(found, "/push/grace", push.grace(), Duration.ofSeconds(1), INTERVAL_MAX);
            found.unless(spec.retries() == 0, "/retries", "must be 0: nobody can ask a job again");
        } else if (target != null) {
            var problems = target.problems();
            problems.forEach(problem ->
                    found.add("/target" + (problem.pointer() == null ? "" : problem.pointer()), problem.detail()));
            if (problems.isEmpty()) {
                target.closedDestinations(objection)
                        .forEach(closed -> found.add("/target" + closed.pointer(), closed.detail()));
            }
        }
    }

    private static void secrets(MonitorSpec spec, @Nullable ProbeSecrets secrets, Problems found) {
        if (secrets == null || secrets.isNone()) {
            return;
        }
        found.unless(spec.kind().equals("http"), "/secrets", "are for HTTP checks only");
        secrets.problems().forEach(problem -> found.add("/secrets" + problem.pointer(), problem.detail()));
    }

    private static void within(Problems found, String pointer, Duration value, Duration min, Duration max) {
        found.unless(
                value.compareTo(min) >= 0 && value.compareTo(max) <= 0,
                pointer,
                "must be between %s and %s".formatted(min, max));
    }

    private static void between(Problems found, String pointer, int value, int min, int max) {
        found.unless(min <= value && value <= max, pointer, "must be between " + min + " and " + max);
    }

    private static final class Problems {

        private final List<FieldError> list = new ArrayList<>();

        void unless(boolean fine, String pointer, String detail) {
            if (!fine) {
                add(pointer, detail);
            }
        }

        void add(String pointer, String detail) {
            list.add(FieldError.at(pointer, detail));
        }
    }
}
