package dev.hotstate.faults;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hotstate.kit.testing.scenario.Outcome;
import dev.hotstate.kit.testing.scenario.Scenario;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Pages that fall ill and get well again, who wants to be told of it, and jobs that report. They know how each page is and whom they
 * told of a job.
 */
final class MonitorUsers extends Users implements AutoCloseable {

    private static final int PAGES = 10;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer web;
    private final Map<String, Boolean> isWell = new ConcurrentHashMap<>();
    private final Map<String, String> monitors = new LinkedHashMap<>();
    private final Alerts alerts = new Alerts();
    /** Pages that were not well all the time since the fault began. */
    private final Set<String> wereIll = ConcurrentHashMap.newKeySet();

    private final Set<String> jobs = ConcurrentHashMap.newKeySet();
    private final AtomicInteger names = new AtomicInteger();
    private Instant begin = Instant.now();

    MonitorUsers(World world) throws IOException {
        super(world, "monitor");
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        web.createContext("/", this::serve);
        web.start();
    }

    private void serve(HttpExchange visit) throws IOException {
        var path = visit.getRequestURI().getPath();
        var body = visit.getRequestBody().readAllBytes();
        if (path.equals("/hook")) {
            alerts.note(visit.getRequestHeaders().getFirst("webhook-id"), JSON.readTree(body));
        }
        visit.sendResponseHeaders(isWell.getOrDefault(path, true) ? 200 : 500, -1);
        visit.close();
    }

    @Override
    void begin() {
        var specs = IntStream.range(0, PAGES)
                .mapToObj(number -> """
                        {"name": "page-%d", "interval": "PT1S", "timeout": "PT0.9S", "retries": 1, "retryDelay": "PT1S",
                         "target": {"kind": "http", "url": "%s"}}""".formatted(number, url("/page-" + number)))
                .toList();
        insist(() -> service.post("/monitors/import", "{\"monitors\": " + specs + "}"));
        insist(() -> service.post("/channels", """
                {"name": "hook", "settings": {"kind": "webhook", "url": "%s"}}""".formatted(url("/hook"))));
        insist(() -> service.get("/monitors?limit=500"))
                .body()
                .path("items")
                .forEach(item -> monitors.put(
                        "/" + item.path("name").asText(), item.path("id").asText()));
        monitors.keySet().forEach(page -> isWell.put(page, true));
        awaitWell();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + web.getAddress().getPort() + path;
    }

    @Override
    void work(Scenario scenario) {
        scenario.operation(
                        "monitor: status",
                        3,
                        random -> ask(() -> service.get("/monitors/status?limit=50"))
                                .outcome())
                .operation("monitor: new job", 1, random -> newJob())
                .operation("monitor: a page changes", 1, this::change);
    }

    private Outcome newJob() {
        var name = "job-" + names.incrementAndGet();
        var seen = ask(() -> service.post("/monitors", """
                {"name": "%s", "push": {"grace": "PT1H"}, "interval": "PT1H"}""".formatted(name)));
        if (seen.isAcked()) {
            jobs.add(name);
        }
        return seen.outcome();
    }

    /** One page changes in any case, so that each fault meets a change, however slow the machine. */
    @Override
    void expect(Fault fault) {
        super.expect(fault);
        alerts.forgetRepeated();
        begin = Instant.now();
        wereIll.clear();
        isWell.forEach((page, well) -> {
            if (!well) {
                wereIll.add(page);
            }
        });
        changePage(0);
    }

    /** Now and then: each change is worth being noticed. */
    private Outcome change(RandomGenerator random) {
        if (random.nextInt(4) == 0) {
            changePage(1 + random.nextInt(PAGES - 1));
        }
        return ask(() -> service.get("/monitors/" + monitors.get("/page-" + random.nextInt(PAGES)) + "/status"))
                .outcome();
    }

    private void changePage(int number) {
        var changed = "/page-" + number;
        wereIll.add(changed);
        isWell.compute(changed, (page, well) -> Boolean.FALSE.equals(well));
    }

    @Override
    void awaitWell() {
        for (var instance : world.instancesOf(app)) {
            await().atMost(patience()).ignoreExceptions().untilAsserted(() -> {
                var states = new HashMap<String, String>();
                service.send(instance, "GET", "/monitors/status?limit=500", null)
                        .body()
                        .path("items")
                        .forEach(item -> states.put(
                                "/" + item.path("name").asText(),
                                item.path("state").asText()));
                isWell.forEach((page, well) -> {
                    if (!(well ? "up" : "down").equals(states.get(page))) {
                        throw new AssertionError(page + " is shown as " + states.get(page) + ", well: " + well);
                    }
                });
            });
        }
    }

    @Override
    void check(Fault fault) {
        var open = new ConcurrentLinkedQueue<String>();
        var wanted = isWell.entrySet().stream()
                .filter(page -> !page.getValue())
                .map(page -> monitors.get(page.getKey()))
                .sorted()
                .toList();
        try {
            await().atMost(patience()).ignoreExceptions().until(() -> {
                open.clear();
                service.get("/incidents?state=open&limit=200")
                        .body()
                        .path("items")
                        .forEach(incident -> open.add(incident.path("monitorId").asText()));
                return open.stream().sorted().toList().equals(wanted)
                        && alerts.down().equals(Set.copyOf(wanted));
            });
        } catch (ConditionTimeoutException late) {
            violation("open incidents of %s, told as open %s, but ill are %s".formatted(open, alerts.down(), wanted));
        }
        alerts.doubles().forEach(this::violation);
        alerts.falseAlarms(begin, wereIll.stream().map(monitors::get).collect(Collectors.toSet()))
                .forEach(this::violation);
        var there = names();
        jobs.stream()
                .filter(job -> !there.contains(job))
                .forEach(job -> violation(job + " was acknowledged and is not there"));
    }

    private Set<String> names() {
        var names = ConcurrentHashMap.<String>newKeySet();
        String cursor = "";
        do {
            var path = "/monitors?limit=500" + cursor;
            var page = insist(() -> service.get(path)).body();
            page.path("items").forEach(item -> names.add(item.path("name").asText()));
            cursor = page.path("nextCursor").isTextual()
                    ? "&cursor=" + page.path("nextCursor").asText()
                    : "";
        } while (!cursor.isEmpty());
        return names;
    }

    @Override
    String lost() {
        return alerts.repeated() == 0
                ? "nothing"
                : "nothing; %d alerts arrived once more under their key".formatted(alerts.repeated());
    }

    @Override
    public void close() {
        web.stop(0);
    }
}
