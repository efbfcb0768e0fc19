package dev.hotstate.deploy.rolling;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.deploy.Module;
import dev.hotstate.deploy.rolling.Line.Call;
import dev.hotstate.kit.testing.process.PackagedService;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Clients of both kinds that send one request after the other and never try again. What was not answered with 2xx is kept. */
final class Traffic implements AutoCloseable {

    private static final List<Supplier<Client>> CLIENTS = List.of(
            Client.OfRequests::new, Client.OfRequests::new, Client.OfConnections::new, Client.OfConnections::new);

    /** Much more often than a kubelet, much less than the shutdown delay. */
    private static final long PROBE_MILLIS = 200;

    /** Steady load, not as much as possible: others test beside this. */
    private static final long THINKING_MILLIS = 5;

    private static final Map<Module, List<Call>> CALLS = Map.of(
            Module.MONITOR_SERVICE,
            List.of(
                    new Call("POST", "/ping/" + PackagedService.ADMIN_KEY + "/nightly", ""),
                    new Call("GET", "/monitors/status", ""),
                    new Call("GET", "/monitors", "")),
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

    /** What is asked by clients of its own: it is answered when there is something to tell, or after longer than a stop may take. */
    private static final Map<Module, List<Call>> LONG_CALLS = Map.of(
            Module.DAG_SCHEDULER,
            List.of(new Call("POST", "/queues/idle/claims", "{\"worker\": \"w\", \"waitMs\": 25000}")));

    private final List<PackagedService> instances;
    private final Map<PackagedService, AtomicLong> answeredBy = new ConcurrentHashMap<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final ExecutorService clients = Executors.newCachedThreadPool();
    private final ScheduledExecutorService prober = Executors.newSingleThreadScheduledExecutor();
    private volatile List<PackagedService> ready;
    private volatile boolean ended;

    private Traffic(List<PackagedService> instances) {
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
        var traffic = new Traffic(instances);
        traffic.prober.scheduleWithFixedDelay(traffic::probe, 0, PROBE_MILLIS, TimeUnit.MILLISECONDS);
        traffic.begin(CALLS.get(module));
        traffic.begin(LONG_CALLS.getOrDefault(module, List.of()));
        return traffic;
    }

    private void begin(List<Call> calls) {
        if (!calls.isEmpty()) {
            var turn = new AtomicInteger();
            CLIENTS.forEach(client -> clients.execute(() -> send(client.get(), calls, turn)));
        }
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

    private void send(Client client, List<Call> calls, AtomicInteger turn) {
        try (client) {
            while (!ended) {
                Thread.sleep(THINKING_MILLIS);
                int number = turn.getAndIncrement();
                var targets = ready;
                if (targets.isEmpty()) {
                    failures.add("nobody was ready");
                    return;
                }
                var instance = client.instance(targets, number);
                send(client, instance, calls.get(number / instances.size() % calls.size()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(Client client, PackagedService instance, Call call) {
        var who = client.getClass().getSimpleName() + " to " + instance + ", " + call + ": ";
        try {
            var line = client.lineTo(instance);
            var answer = line.send(call);
            if (!answer.isGood()) {
                failures.add(who + answer);
            }
            answeredBy.get(instance).incrementAndGet();
        } catch (IOException e) {
            failures.add(who + e);
            client.close();
        }
    }

    private static void accepted(PackagedService instance, Call call) {
        try (var line = new Line(instance.api())) {
            var answer = line.send(call);
            assertThat(answer.isGood()).as(answer.toString()).isTrue();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
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
    }
}
