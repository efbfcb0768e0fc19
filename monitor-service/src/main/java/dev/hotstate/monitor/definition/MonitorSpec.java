package dev.hotstate.monitor.definition;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.hotstate.monitor.probe.ProbeSecrets;
import dev.hotstate.monitor.probe.ProbeTarget;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeSet;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a person decides about a monitor; what is left out has its usual value. The form of requests, imports and
 * exports.
 *
 * @param target            what is checked; exactly one of {@code target} and {@code push} is present
 * @param push              that a job reports by itself
 * @param interval          60 s if absent
 * @param timeout           10 s if absent, but at most four fifths of the interval
 * @param retries           early further checks before a failure counts; 2 if absent, 0 for push
 * @param retryDelay        10 s if absent, but at most the interval
 * @param failureThreshold  failures in a row that make an incident; 1 if absent
 * @param recoveryThreshold successes in a row that end one; 1 if absent
 * @param remindEvery       while it is down and nobody has acknowledged, those who were told are told again; zero: never; as the
 *                          service is set if absent
 * @param secrets           never returned; absent in a change: they stay
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"name", "enabled", "tags", "target", "push"})
public record MonitorSpec(
        String name,
        @Nullable ProbeTarget target,
        @Nullable PushSettings push,

        @Schema(type = SchemaType.STRING, examples = "PT1M") Duration interval,

        @Schema(type = SchemaType.STRING, examples = "PT10S")
        Duration timeout,

        Integer retries,

        @Schema(type = SchemaType.STRING, examples = "PT10S")
        Duration retryDelay,

        Integer failureThreshold,
        Integer recoveryThreshold,
        List<String> tags,
        Boolean enabled,

        @Schema(type = SchemaType.STRING, examples = "PT1H") @Nullable
        Duration remindEvery,

        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY) @Nullable
        ProbeSecrets secrets) {

    static final List<String> KINDS = List.of("http", "tcp", "dns", "ping", "tls", "push");

    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(60);
    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);
    private static final int USUAL_RETRIES = 2;

    public MonitorSpec {
        name = name == null ? "" : name.strip();
        interval = interval == null ? USUAL_INTERVAL : stored(interval);
        timeout = stored(
                timeout == null
                        ? shorter(USUAL_TIMEOUT, interval.multipliedBy(4).dividedBy(5))
                        : timeout);
        retries = retries == null ? Integer.valueOf(push == null ? USUAL_RETRIES : 0) : retries;
        retryDelay = retryDelay == null ? shorter(USUAL_TIMEOUT, interval) : stored(retryDelay);
        failureThreshold = failureThreshold == null ? Integer.valueOf(1) : failureThreshold;
        recoveryThreshold = recoveryThreshold == null ? Integer.valueOf(1) : recoveryThreshold;
        tags = tags == null ? List.of() : List.copyOf(new TreeSet<>(tags));
        enabled = enabled == null || enabled;
        remindEvery = remindEvery == null ? null : stored(remindEvery);
    }

    /** With the usual values for all the rest. */
    public static MonitorSpec of(String name, ProbeTarget target) {
        return new MonitorSpec(name, target, null, null, null, null, null, null, null, null, null, null, null);
    }

    /** {@code http tcp dns ping tls push} */
    @JsonIgnore
    public String kind() {
        return target == null ? "push" : target.kind();
    }

    MonitorSpec withEnabled(boolean on) {
        return new MonitorSpec(
                name,
                target,
                push,
                interval,
                timeout,
                retries,
                retryDelay,
                failureThreshold,
                recoveryThreshold,
                tags,
                on,
                remindEvery,
                secrets);
    }

    MonitorSpec withoutSecrets() {
        return new MonitorSpec(
                name,
                target,
                push,
                interval,
                timeout,
                retries,
                retryDelay,
                failureThreshold,
                recoveryThreshold,
                tags,
                enabled,
                remindEvery,
                null);
    }

    /** As it is kept, in whole milliseconds: what is read again must be what was written. */
    private static Duration stored(Duration given) {
        return given.truncatedTo(ChronoUnit.MILLIS);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
