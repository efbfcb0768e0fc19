package dev.hotstate.local;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.redis.RedisRefusal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** What the start page shows, asked of the services and of what they stand on. At most every two seconds, however many look. */
final class StartFigures {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration FRESH = Duration.ofSeconds(2);
    private static final String WORLD = "/map/density?bbox=-180,-85,180,85&resolution=0";
    /** States of a monitor, the most urgent first. */
    private static final List<String> NEITHER_UP_NOR_DOWN = List.of("confirming", "unknown", "maintenance", "paused");

    private static final ObjectMapper JSON =
            new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    private final List<LocalService> services;
    private final Access access;
    private final Optional<EmbeddedBackends> embedded;
    private final boolean withDemo;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private @Nullable String last;
    private long lastAt;

    StartFigures(List<LocalService> services, Access access, Optional<EmbeddedBackends> embedded, boolean withDemo) {
        this.services = services;
        this.access = access;
        this.embedded = embedded;
        this.withDemo = withDemo;
    }

    /**
     * Who may do what here.
     *
     * @param requiring apps that answer only those who have an API key
     * @param keys first ones, by app
     * @param mayKill whether nodes can be killed by a button
     */
    record Access(Set<String> requiring, Map<String, String> keys, boolean mayKill) {}

    private record Everything(
            boolean demo,
            boolean mayKill,
            List<Card> services,
            List<Node> redis,
            @Nullable Server postgres) {}

    /** @param figures by what they count, in the order in which they are shown */
    private record Card(
            String app, String module, String url, boolean requiresKey, boolean ready, List<Figure> figures) {}

    private record Figure(String name, @Nullable Double value, String unit) {}

    /** @param process changes with each start: one that is back is another process */
    private record Node(
            int port,
            long process,
            boolean alive,
            @Nullable Long memory,
            @Nullable Long operations,
            @Nullable Long keys) {}

    private record Server(int port, boolean alive, @Nullable Long connections) {}

    /** As JSON. */
    synchronized String now() throws IOException {
        if (last == null || System.nanoTime() - lastAt > FRESH.toNanos()) {
            last = JSON.writeValueAsString(look());
            lastAt = System.nanoTime();
        }
        return last;
    }

    private Everything look() {
        return new Everything(
                withDemo,
                access.mayKill(),
                services.parallelStream().map(this::card).toList(),
                embedded.map(backends -> backends.nodes().stream()
                                .map(StartFigures::node)
                                .toList())
                        .orElse(List.of()),
                embedded.map(StartFigures::server).orElse(null));
    }

    private Card card(LocalService service) {
        boolean ready = ask(service, service.managementUrl("/q/health/ready"))
                .map(answer -> answer.path("status").asText().equals("UP"))
                .orElse(false);
        boolean requiresKey = access.requiring().contains(service.app());
        return new Card(service.app(), service.module(), service.url("/"), requiresKey, ready, figures(service));
    }

    private List<Figure> figures(LocalService service) {
        List<Figure> figures = new ArrayList<>();
        switch (service.app()) {
            case "monitor" -> {
                var states =
                        ask(service, service.url("/monitors/status?limit=500")).map(answer -> answer.path("items"));
                figures.add(figure("up", states.map(items -> count(items, "up")), ""));
                figures.add(figure("down", states.map(items -> count(items, "down")), ""));
                states.ifPresent(items -> figures.addAll(neitherUpNorDown(items)));
                figures.add(figure(service, "/monitors/figures", "checksPerSecond", "checks", "/s"));
            }
            case "driver" -> {
                var cells = ask(service, service.url(WORLD)).map(answer -> answer.path("cells"));
                figures.add(figure("available", cells.map(all -> sum(all, "available")), ""));
                figures.add(figure("busy", cells.map(all -> sum(all, "busy")), ""));
            }
            case "dag" -> {
                figures.add(figure(service, "/overview", "running", "tasks running", ""));
                figures.add(figure(service, "/overview", "ready", "waiting", ""));
                figures.add(figure(service, "/overview", "completedPerSecond", "completed", "/s"));
            }
            case "metrics" -> {
                figures.add(figure(service, "/summary", "speedPerSecond", "requests", "/s"));
                figures.add(figure(service, "/summary", "total", "in all", ""));
                figures.add(figure(service, "/summary", "errors", "errors", ""));
            }
            default -> throw new IllegalArgumentException(service.app());
        }
        return figures;
    }

    /** As far as there are any: "0 down" alone would say that all is well. */
    private static List<Figure> neitherUpNorDown(JsonNode items) {
        return NEITHER_UP_NOR_DOWN.stream()
                .filter(state -> count(items, state) > 0)
                .map(state -> new Figure(state, count(items, state), ""))
                .toList();
    }

    private static double count(JsonNode items, String state) {
        return StreamSupport.stream(items.spliterator(), false)
                .filter(item -> item.path("state").asText().equals(state))
                .count();
    }

    private static double sum(JsonNode cells, String field) {
        return StreamSupport.stream(cells.spliterator(), false)
                .mapToDouble(cell -> cell.path(field).asDouble())
                .sum();
    }

    private Figure figure(LocalService service, String path, String field, String name, String unit) {
        return figure(
                name,
                ask(service, service.url(path))
                        .filter(answer -> answer.path(field).isNumber())
                        .map(answer -> answer.path(field).asDouble()),
                unit);
    }

    private static Figure figure(String name, Optional<? extends Number> value, String unit) {
        return new Figure(name, value.map(Number::doubleValue).orElse(null), unit);
    }

    /** Nothing if it does not answer as it should: the page shows a dash then. */
    private Optional<JsonNode> ask(LocalService service, String address) {
        var request = HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE);
        var key = access.keys().get(service.app());
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        try {
            var answer = http.send(request.build(), BodyHandlers.ofString());
            return answer.statusCode() == 200 ? Optional.of(JSON.readTree(answer.body())) : Optional.empty();
        } catch (IOException away) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static Node node(RedisNode node) {
        long process = node.process().pid();
        if (node.process().isAlive()) {
            try (var client = node.connect(PATIENCE)) {
                return new Node(
                        node.port(),
                        process,
                        true,
                        Long.valueOf(client.field("used_memory", "INFO", "memory")),
                        Long.valueOf(client.field("instantaneous_ops_per_sec", "INFO", "stats")),
                        client.number("DBSIZE"));
            } catch (BackendFailure | RedisRefusal dying) {
                // It has gone since, or loads its data.
            }
        }
        return new Node(node.port(), process, false, null, null, null);
    }

    private static Server server(EmbeddedBackends backends) {
        var postgres = backends.postgres();
        int port = postgres.admin().port();
        if (postgres.process().isAlive()) {
            try (var connection = postgres.admin().connect();
                    var statement = connection.createStatement();
                    var rows =
                            statement.executeQuery("select count(*) from pg_stat_activity where usename is not null")) {
                rows.next();
                return new Server(port, true, rows.getLong(1));
            } catch (SQLException dying) {
                // It has gone since.
            }
        }
        return new Server(port, false, null);
    }
}
