package dev.hotstate.deploy.rolling;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.deploy.Crowded;
import dev.hotstate.deploy.Module;
import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.testing.process.PackagedService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two instances of a service are restarted one after the other by SIGTERM, under load whose requests, or whose connections, go to
 * those which say that they are ready, as an ingress and as kube-proxy do it. No request fails.
 */
class RollingRestartIT {

    private static final Duration PATIENCE = ofSeconds(90);

    /** {@code terminationGracePeriodSeconds} of the manifests without {@code preStop}; after it Kubernetes would kill. */
    private static final Duration GRACE = ofSeconds(40);

    /** Requests that have to be answered between two steps. */
    private static final int REQUESTS_MIN = 200;

    /** The delay is what who sends requests has to notice that an instance is going, however crowded the machine. */
    private static final Map<String, String> SETTINGS = new HashMap<>(Crowded.PATIENT);

    static {
        SETTINGS.put("QUARKUS_SHUTDOWN_DELAY", "5s");
        SETTINGS.put("HOTSTATE_HTTP_LIMIT_ENABLED", "false");
        SETTINGS.put("MONITOR_PUSH_PINGS_PER_SECOND", "1000");
    }

    @TempDir
    static Path folder;

    private static LocalBackends backends;

    @BeforeAll
    static void startBackends() {
        backends =
                LocalBackends.start(LocalBackendsSpec.in(folder.resolve("data")).durable(false));
    }

    @AfterAll
    static void stopBackends() {
        backends.close();
    }

    @ParameterizedTest
    @EnumSource
    void no_request_fails(Module module) {
        var access = module.packaged().admitTo(backends.access(), "local");
        try (var one = PackagedService.start(module.folder() + "-1", folder, module.packaged(), access, SETTINGS);
                var other =
                        PackagedService.start(module.folder() + "-2", folder, module.packaged(), access, SETTINGS)) {
            one.awaitReady();
            other.awaitReady();
            Traffic.prepare(module, List.of(one, other));

            try (var traffic = Traffic.to(module, List.of(one, other))) {
                for (var instance : List.of(one, other)) {
                    awaitRequests(traffic);
                    assertThat(secondsToStop(instance)).isLessThan(GRACE.toSeconds());
                    awaitRequests(traffic);
                    instance.startAgain();
                    instance.awaitReady();
                    traffic.awaitUse(instance);
                }
                awaitRequests(traffic);

                assertThat(traffic.failures()).isEmpty();
            }
        }
    }

    private static long secondsToStop(PackagedService instance) {
        long begun = System.nanoTime();
        instance.stop(GRACE);
        return Duration.ofNanos(System.nanoTime() - begun).toSeconds();
    }

    private static void awaitRequests(Traffic traffic) {
        long before = traffic.answered();
        await().atMost(PATIENCE).pollInterval(ofMillis(20)).until(() -> traffic.answered() > before + REQUESTS_MIN);
    }
}
