package dev.hotstate.bench.driver;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.race.CpuMeter;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.bench.stage.BenchService;
import dev.hotstate.kit.backends.host.Patience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** A packaged driver-service with its own Redis Cluster and Postgres, and the drivers that it knows. */
final class DriverStage {

    static final String MODULE = "driver-service";
    /** As many points as the batch endpoint takes. */
    static final int BATCH = 5_000;

    private static final int BATCHES_AT_ONCE = 2;

    /** The service keeps a million ids. */
    private static final String HEAP = "1280m";

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int ATTEMPTS = 40;
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** As long as it may be. Who was placed lives until the end, and is reported again where the end is farther than that. */
    private static final Duration HEARTBEAT = Duration.ofMinutes(10);

    private static final Duration REPORTED_AGAIN_AFTER = HEARTBEAT.dividedBy(3);

    /** For a million drivers on a disk that is slow. */
    private static final Duration MIRRORING = Duration.ofMinutes(10);

    private static final String MIRROR_WAITING = "driver_mirror_waiting";
    private static final String MIRROR_UNDER_WAY = "driver_mirror_under_way";
    private static final String FENCES_WAITING = "driver_geofence_waiting";
    private static final String FENCES_COMPARED = "driver_geofence_compared_total";
    private static final String FENCES_MISSED = "driver_geofence_missed_total";

    private final BenchBackends backends;
    private final BenchService service;
    private final Fleet fleet = new Fleet();

    /** When each batch of the fleet was last reported as a whole. */
    private final List<Long> reportedNanos = new ArrayList<>();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private DriverStage(BenchBackends backends, BenchService service) {
        this.backends = backends;
        this.service = service;
    }

    static DriverStage start(BenchScope scope) {
        var backends = BenchBackends.start(scope);
        var environment = new HashMap<>(backends.admit(MODULE));
        // No access control, no limit of requests; who was placed once is found until the end, also in Postgres.
        // All else is as in production.
        environment.put("QUARKUS_PROFILE", "local");
        environment.put("HOTSTATE_HTTP_LIMIT_ENABLED", "false");
        environment.put("DRIVER_POSITION_HEARTBEAT", HEARTBEAT.toString());
        environment.put("DRIVER_FALLBACK_AGE_MAX", "PT2H");
        environment.putAll(BenchService.PATIENT);
        environment.put("HOTSTATE_POSTGRES_HANG_MAX", "1m");
        var service = BenchService.start(scope, MODULE, environment, "/about", HEAP);
        var stage = new DriverStage(backends, service);
        Patience.await(MODULE, PATIENCE, stage::objection);
        return stage;
    }

    BenchBackends backends() {
        return backends;
    }

    BenchService service() {
        return service;
    }

    Fleet fleet() {
        return fleet;
    }

    /** All processes that take part. */
    CpuMeter meter() {
        Map<String, List<Long>> pids = new LinkedHashMap<>();
        pids.put("service", List.of(service.pid()));
        pids.put("redis", backends.redisPids());
        pids.put("postgres", List.of(backends.postgresPid()));
        return new CpuMeter(pids);
    }

    /**
     * Registered and placed, and Postgres knows: so many in all.
     *
     * @return how long the service took to place them
     */
    Duration growTo(int size) throws IOException, InterruptedException {
        int known = fleet.size();
        register(known, size);
        fleet.growTo(size);
        var starts = IntStream.iterate(known, from -> from < size, from -> from + BATCH)
                .boxed()
                .toList();
        var batches = starts.stream().map(this::batchFrom).toList();
        long begun = System.nanoTime();
        report(batches);
        long ended = System.nanoTime();
        starts.forEach(any -> reportedNanos.add(ended));
        awaitMirrored();
        return Duration.ofNanos(ended - begun);
    }

    /** Before what takes minutes: nobody lapses meanwhile, however long all that was before has taken. */
    void keepAlive() throws IOException, InterruptedException {
        long now = System.nanoTime();
        var old = IntStream.range(0, reportedNanos.size())
                .filter(part -> now - reportedNanos.get(part) > REPORTED_AGAIN_AFTER.toNanos())
                .boxed()
                .toList();
        report(old.stream().map(part -> batchFrom(part * BATCH)).toList());
        long reported = System.nanoTime();
        old.forEach(part -> reportedNanos.set(part, reported));
        awaitMirrored();
    }

    private Batch batchFrom(int start) {
        return batch(IntStream.range(start, Math.min(fleet.size(), start + BATCH))
                .boxed()
                .toList());
    }

    /** Until Postgres knows what was reported: it is written a moment later, and whoever is measured next would pay for it. */
    void awaitMirrored() {
        Patience.await("Postgres", MIRRORING, () -> waiting(MIRROR_WAITING, MIRROR_UNDER_WAY));
    }

    /** Until everything that was reported is compared with geofences, which happens after it was answered. */
    void awaitCompared() {
        Patience.await("Geofences", PATIENCE, () -> waiting(FENCES_WAITING));
    }

    private Optional<String> waiting(String... gauges) {
        try {
            // What is just taken out of the queue is in no gauge for an instant: two looks.
            double waiting = metric(gauges) + metric(gauges);
            return waiting == 0 ? Optional.empty() : Optional.of(waiting + " wait");
        } catch (IOException notYet) {
            return Optional.of(notYet.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    /** Drivers that were compared with geofences near them. */
    double compared() throws IOException, InterruptedException {
        return metric(FENCES_COMPARED);
    }

    /** Signs of life that were not compared with geofences, because there were too many or something failed. */
    double missed() throws IOException, InterruptedException {
        return metric(FENCES_MISSED);
    }

    /** Over all tags. */
    private double metric(String... names) throws IOException, InterruptedException {
        return send(service.managementPort(), "GET", "/q/metrics", "")
                .lines()
                .filter(line -> List.of(names).contains(line.split("[{ ]", 2)[0]))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** What is sent to say where some drivers are. */
    record Batch(int size, String body) {}

    Batch batch(List<Integer> drivers) {
        return new Batch(drivers.size(), fleet.reports(drivers));
    }

    /** Says to the service where drivers are, two batches at once. */
    void report(List<Batch> batches) throws IOException, InterruptedException {
        try (var threads = Executors.newFixedThreadPool(BATCHES_AT_ONCE)) {
            for (var sent :
                    threads.invokeAll(batches.stream().map(this::reporting).toList())) {
                sent.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private Callable<Boolean> reporting(Batch batch) {
        return () -> {
            report(batch);
            return true;
        };
    }

    /** What it could not take, because Redis or Postgres took too long, is said again. */
    private void report(Batch batch) throws IOException, InterruptedException {
        var counts = "";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            var answer = send("POST", "/drivers/locations", batch.body());
            counts = answer.substring(answer.lastIndexOf("\"counts\""));
            if (counts.contains("\"recorded\":" + batch.size() + "}")) {
                return;
            }
            Thread.sleep(PAUSE);
        }
        throw new IOException("Not all of %d were recorded: %s".formatted(batch.size(), counts));
    }

    String send(String method, String path, String body) throws IOException, InterruptedException {
        return send(service.port(), method, path, body);
    }

    private String send(int port, String method, String path, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        var answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException("%s answered %d: %s".formatted(path, answer.statusCode(), answer.body()));
        }
        return answer.body();
    }

    /** By SQL: how long a million registrations take is not the question. */
    private void register(int from, int to) throws IOException {
        try (var connection = backends.postgres().connect();
                var statement = connection.prepareStatement("""
                        insert into driver.driver (id, profile, version)
                        select 'bench-' || n, '{}', 1 from generate_series(?, ?) n""");
                var analyze = connection.createStatement()) {
            statement.setInt(1, from);
            statement.setInt(2, to - 1);
            statement.executeUpdate();
            analyze.execute("analyze driver.driver");
        } catch (SQLException e) {
            throw new IOException("Drivers can't be registered", e);
        }
    }

    /** It answers before it has made sure that nothing has to be brought back. */
    private Optional<String> objection() {
        try {
            var answer = send("GET", "/drivers/available?lat=0&lon=0", "");
            return answer.contains("\"source\":\"redis\"") ? Optional.empty() : Optional.of(answer);
        } catch (IOException notYet) {
            return Optional.of(notYet.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }
}
