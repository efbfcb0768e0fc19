package dev.hotstate.monitor.definition;

import dev.hotstate.monitor.platform.PublicId;
import dev.hotstate.monitor.probe.HttpTarget;
import dev.hotstate.monitor.probe.ProbeTarget;
import dev.hotstate.monitor.probe.TcpTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Monitors as they would come from Postgres. */
public final class TestMonitors {

    /** What tests change of a definition, with the values that make the shortest way to an incident. */
    public record Settings(
            Duration interval,
            Duration timeout,
            int retries,
            Duration retryDelay,
            int failureThreshold,
            int recoveryThreshold,
            int version) {

        public static final Settings PLAIN =
                new Settings(Duration.ofSeconds(60), Duration.ofSeconds(10), 0, Duration.ofSeconds(5), 1, 1, 1);

        public Settings interval(Duration every) {
            return new Settings(
                    every,
                    timeout.compareTo(every) < 0 ? timeout : every.dividedBy(2),
                    retries,
                    retryDelay,
                    failureThreshold,
                    recoveryThreshold,
                    version);
        }

        public Settings timeout(Duration most) {
            return new Settings(interval, most, retries, retryDelay, failureThreshold, recoveryThreshold, version);
        }

        public Settings retries(int count, Duration delay) {
            return new Settings(interval, timeout, count, delay, failureThreshold, recoveryThreshold, version);
        }

        public Settings thresholds(int failures, int successes) {
            return new Settings(interval, timeout, retries, retryDelay, failures, successes, version);
        }

        public Settings version(int number) {
            return new Settings(interval, timeout, retries, retryDelay, failureThreshold, recoveryThreshold, number);
        }
    }

    private TestMonitors() {}

    public static Monitor http(String id) {
        return http(id, UnaryOperator.identity());
    }

    public static Monitor http(String id, UnaryOperator<Settings> change) {
        return onHost(id, id.replace('_', '-') + ".example.org", change);
    }

    public static Monitor onHost(String id, String host, UnaryOperator<Settings> change) {
        var settings = change.apply(Settings.PLAIN);
        return monitor(id, new TcpTarget(host, 80, id, null, null), null, settings);
    }

    public static Monitor ofUrl(String id, String url, UnaryOperator<Settings> change) {
        return monitor(id, HttpTarget.get(url), null, change.apply(Settings.PLAIN));
    }

    public static Monitor push(String id, Duration interval, Duration grace) {
        return push(id, grace, settings -> settings.interval(interval));
    }

    public static Monitor push(String id, Duration grace, UnaryOperator<Settings> change) {
        return monitor(id, null, new PushSettings(grace), change.apply(Settings.PLAIN));
    }

    /** A job that reports by this token. */
    public static Monitor job(String id, String name, UUID token) {
        var spec = spec(name, null, new PushSettings(Duration.ofHours(1)), null);
        return new Monitor(id, spec, null, token, 1, Instant.EPOCH, Instant.EPOCH);
    }

    /** With the usual values for all the rest, and for what is null. */
    public static MonitorSpec spec(String name, ProbeTarget target, PushSettings push, Integer retries) {
        return new MonitorSpec(name, target, push, null, null, retries, null, null, null, null, null, null, null);
    }

    /** As of an instance that could not ask Postgres yet. */
    public static Definitions unread(MonitorStore store) {
        return new Definitions(store);
    }

    public static String randomId() {
        return PublicId.next("mon");
    }

    private static Monitor monitor(String id, ProbeTarget target, PushSettings push, Settings settings) {
        var spec = new MonitorSpec(
                "monitor " + id,
                target,
                push,
                settings.interval(),
                settings.timeout(),
                settings.retries(),
                settings.retryDelay(),
                settings.failureThreshold(),
                settings.recoveryThreshold(),
                List.of(),
                true,
                null,
                null);
        return new Monitor(
                id,
                spec,
                null,
                push == null ? null : UUID.randomUUID(),
                settings.version(),
                Instant.EPOCH,
                Instant.EPOCH);
    }
}
