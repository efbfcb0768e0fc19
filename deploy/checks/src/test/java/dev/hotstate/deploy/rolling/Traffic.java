package dev.hotstate.deploy.rolling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.deploy.Module;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that send one request after the other, in turns to the instances whose readiness was last seen on, and never try
 * again. What was not answered with 2xx is kept.
 */
final class Traffic implements AutoCloseable {

    private static final int CLIENTS = 4;

    /** Much more often than a kubelet, much less than the shutdown delay. */
    private static final long PROBE_MILLIS = 200;

    /** Steady load, not as much as possible: others test beside this. */
    private static final long THINKING_MILLIS = 5;

    private record Call(String method, String path, String body) {}

    private static final Map<Module, List<Call>> CALLS = Map.of(
            Module.MONITOR_SERVICE,
            List.of(new Call("GET", "/monitors/status", ""), new Call("GET", "/monitors", "")),
            Module.DRIVER_SERVICE,
            List.of(
                    new Call("POST", "/drivers/locations", "[{\"id\": \"ann\", \"lat\": 52.52, \"lon\": 13.4}]"),
                    new Call("GET", "/drivers/available?lat=52.52&lon=13.4&radius=3", "")),
            Module.DAG_SCHEDULER,
            List.of(
                    new Call("POST", "/jobs", "{\"name\": \"one\", \"tasks\": [{\"id\": \"a\", \"queue\": \"noop\"}]}"),
                    new Call("GET", "/jobs", "")),
            Module.METRICS_GATEWAY,
            List.of(
                    new Call("POST", "/limits/check", "{\"policy\": \"any\", \"identifier\": \"192.0.2.7\"}"),
                    new Call(
                            "POST",
                            "/observations",
                            "[{\"instance\": \"x\", \"method\": \"GET\", \"path\": \"/a\", \"status\": 200, \"durationMs\": 1}]")));

    private final List<Call> calls;
    private final List<PackagedService> instances;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ofSeconds(10))
            .build();
    private final Map<PackagedService, AtomicLong> answeredBy = new ConcurrentHashMap<>();
    private final AtomicLong turn = new AtomicLong();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final ScheduledExecutorService prober = Executors.newSingleThreadScheduledExecutor();
    private volatile List<PackagedService> ready;
    private volatile boolean ended;

    private Traffic(List<Call> calls, List<PackagedService> instances) {
        this.calls = calls;
        this.instances = instances;
        this.ready = instances;
        instances.forEach(instance -> answeredBy.put(instance, new AtomicLong()));
    }

    /** What the requests are about; returns when every instance answers all of them. */
    static void prepare(Module module, List<PackagedService> instances) {
        var instance = instances.getFirst();
        switch (module) {
            case DRIVER_SERVICE -> accepted(instance, new Call("POST", "/drivers", "{\"id\": \"ann\"}"));
            case METRICS_GATEWAY ->
                accepted(
                        instance,
                        new Call(
                                "PUT",
                                "/policies/any",
                                "{\"key\": [\"ip\"], \"limit\": 1000000, \"window\": \"PT1M\"}"));
            case MONITOR_SERVICE ->
                accepted(
                        instance,
                        new Call(
                                "POST",
                                "/monitors",
                                "{\"name\": \"nightly\", \"push\": {\"grace\": \"PT1M\"}, \"interval\": \"PT1H\"}"));
            case DAG_SCHEDULER -> {}
        }
        for (var each : instances) {
            await().atMost(ofSeconds(60)).untilAsserted(() -> CALLS.get(module).forEach(call -> accepted(each, call)));
        }
    }

    static Traffic to(Module module, List<PackagedService> instances) {
        var traffic = new Traffic(CALLS.get(module), instances);
        traffic.prober.scheduleWithFixedDelay(traffic::probe, 0, PROBE_MILLIS, TimeUnit.MILLISECONDS);
        for (int i = 0; i < CLIENTS; i++) {
            traffic.clients.execute(traffic::send);
        }
        return traffic;
    }

    long answered() {
        return answeredBy.values().stream().mapToLong(AtomicLong::get).sum();
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    void awaitUse(PackagedService instance) {
        long before = answeredBy.get(instance).get();
        await().atMost(ofSeconds(60))
                .pollInterval(ofMillis(20))
                .until(() -> answeredBy.get(instance).get() > before);
    }

    private void probe() {
        ready = instances.stream().filter(Traffic::isReady).toList();
    }

    private static boolean isReady(PackagedService instance) {
        try {
            return instance.management().get("/q/health/ready").statusCode() == 200;
        } catch (RuntimeException | AssertionError gone) {
            return false;
        }
    }

    private void send() {
        while (!ended) {
            try {
                Thread.sleep(THINKING_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
            long number = turn.getAndIncrement();
            var targets = ready;
            if (targets.isEmpty()) {
                failures.add("nobody was ready");
                return;
            }
            var instance = targets.get((int) (number % targets.size()));
            var call = calls.get((int) (number / instances.size() % calls.size()));
            try {
                var answer = http.send(request(instance, call), BodyHandlers.ofString());
                if (answer.statusCode() / 100 != 2) {
                    failures.add(instance + " " + call + ": " + answer.statusCode() + " " + answer.body());
                }
                answeredBy.get(instance).incrementAndGet();
            } catch (IOException e) {
                failures.add(instance + " " + call + ": " + e);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void accepted(PackagedService instance, Call call) {
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(request(instance, call), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static HttpRequest request(PackagedService instance, Call call) {
        var body = call.body().isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(call.body(), UTF_8);
        return HttpRequest.newBuilder(instance.api().resolve(call.path()))
                .timeout(ofSeconds(60))
                .header("Authorization", "Bearer " + PackagedService.ADMIN_KEY)
                .header("Content-Type", "application/json")
                .method(call.method(), body)
                .build();
    }

    @Override
    public void close() {
        ended = true;
        prober.shutdownNow();
        clients.shutdown();
        try {
            assertThat(clients.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        http.close();
    }
}
