package dev.hotstate.kit.ui;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * A web site with the pages of kit-ui and just enough of the HTTP interface behind them to bring them into each state. The services
 * test the same pages against the real thing; here it is about what the pages do with an answer.
 */
final class Site implements AutoCloseable {

    static final String ADMIN_KEY = "hs_site_admin_0123456789";

    private static final String POLICY =
            "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
    private static final String CSRF_TOKEN = "csrf-of-this-session";
    private static final Map<String, String> MEDIA_TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "json", "application/json",
            "svg", "image/svg+xml");
    private static final long LOOK_MILLIS = 250;

    /** What requests were answered, as "METHOD /path status". */
    final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    /** The Last-Event-ID header of each connection to the stream, "" without one. */
    final CopyOnWriteArrayList<String> resumedAfter = new CopyOnWriteArrayList<>();

    volatile SampleVitals.Condition condition = SampleVitals.Condition.FINE;
    volatile boolean authRequired;
    volatile boolean streaming = true;
    volatile boolean silent;
    volatile boolean adminAllowed = true;
    volatile boolean postgresUp = true;
    volatile String env = "local";
    volatile String instance = "m-7f3a";

    private final SampleVitals vitals = new SampleVitals();
    private final CopyOnWriteArrayList<Key> keys = new CopyOnWriteArrayList<>();
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger lastEvent = new AtomicInteger();
    private final CopyOnWriteArrayList<Thread> streams = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    private record Key(String id, String name, List<String> scopes, String state, Instant createdAt) {

        Key revoked() {
            return new Key(id, name, scopes, "revoked", createdAt);
        }

        Key rotating() {
            return new Key(id, name, scopes, "rotating", createdAt);
        }

        String json() {
            var scopesJson = scopes.stream().map(scope -> '"' + scope + '"').collect(joining(","));
            return """
                    {"id":"%s","name":"%s","prefix":"hs_%s","scopes":[%s],"state":"%s","createdAt":"%s","createdBy":"bootstrap",\
                    "expiresAt":null,"lastUsedAt":%s,"revokedAt":null}""".formatted(
                            id,
                            name,
                            id,
                            scopesJson,
                            state,
                            createdAt,
                            state.equals("active")
                                    ? '"' + Instant.now().minusSeconds(95).toString() + '"'
                                    : "null");
        }
    }

    Site() {
        this(0);
    }

    Site(int port) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** To look at the pages by hand: port, condition. */
    public static void main(String[] args) {
        var site = new Site(args.length > 0 ? Integer.parseInt(args[0]) : 8090);
        site.condition = args.length > 1 ? SampleVitals.Condition.valueOf(args[1]) : SampleVitals.Condition.FINE;
        site.addKey("billing-import", "read", "write");
        site.addKey("grafana", "read");
        System.out.println(site.url("/"));
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    void addKey(String name, String... scopes) {
        keys.add(new Key(
                "k" + created.incrementAndGet(),
                name,
                List.of(scopes),
                "active",
                Instant.now().minusSeconds(86_400L * 12)));
    }

    int openStreams() {
        return streams.size();
    }

    /** Ends every open stream, as a restart of the service does. */
    void dropStreams() {
        streams.forEach(Thread::interrupt);
    }

    @Override
    public void close() {
        dropStreams();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        var method = exchange.getRequestMethod();
        var path = exchange.getRequestURI().getPath();
        try (exchange) {
            route(exchange, method, path);
        }
    }

    /** Noted first: whoever has the answer finds it in the log. */
    private void begin(HttpExchange exchange, int status, long length) throws IOException {
        log.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath() + " " + status);
        exchange.sendResponseHeaders(status, length);
    }

    private void route(HttpExchange exchange, String method, String path) throws IOException {
        switch (method + " " + path) {
            case "GET /about" -> json(exchange, 200, about());
            case "GET /session" -> json(exchange, 200, session(isSignedIn(exchange)));
            case "POST /login" -> login(exchange);
            case "POST /logout" -> logout(exchange);
            case "GET /vitals/stream" -> guarded(exchange, () -> stream(exchange));
            case "GET /vitals/history" -> guarded(exchange, () -> json(exchange, 200, vitals.history()));
            case "GET /api-keys" ->
                admin(
                        exchange,
                        () -> json(
                                exchange, 200, page(keys.stream().map(Key::json).toList())));
            case "POST /api-keys" -> admin(exchange, () -> createKey(exchange));
            case "GET /q/openapi" -> file(exchange, "/openapi.json");
            case "GET /audit" -> admin(exchange, () -> json(exchange, 200, page(auditEntries())));
            default -> {
                if (path.startsWith("/api-keys/")) {
                    admin(exchange, () -> changeKey(exchange, method, path.split("/")));
                } else {
                    file(exchange, path.equals("/") ? "/index.html" : path);
                }
            }
        }
    }

    private String about() {
        return """
                {"product":"Hotstate","service":"monitor-service","app":"monitor","env":"%s","version":"0.1.0","startedAt":"%s",\
                "instance":"%s","authRequired":%s,"sisters":[{"service":"driver-service","url":"http://127.0.0.1:8082/"},\
                {"service":"dag-scheduler","url":"http://127.0.0.1:8083/"},{"service":"metrics-gateway","url":"http://127.0.0.1:8084/"},{"service":"start","url":"http://127.0.0.1:8080/"}]}""".formatted(env, Instant.now().minusSeconds(5000), instance, authRequired);
    }

    private boolean isSignedIn(HttpExchange exchange) {
        return Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Cookie"), "")
                .contains("session=signed-in");
    }

    private static String session(boolean signedIn) {
        return signedIn
                ? "{\"authenticated\":true,\"name\":\"bootstrap\",\"scopes\":[\"read\",\"write\",\"admin\"],\"csrfToken\":\""
                        + CSRF_TOKEN + "\",\"expiresAt\":\"2099-01-01T00:00:00Z\"}"
                : "{\"authenticated\":false,\"name\":null,\"scopes\":[],\"csrfToken\":null,\"expiresAt\":null}";
    }

    private void login(HttpExchange exchange) throws IOException {
        if (body(exchange).contains('"' + ADMIN_KEY + '"')) {
            exchange.getResponseHeaders().set("Set-Cookie", "session=signed-in; HttpOnly; SameSite=Strict; Path=/");
            json(exchange, 200, session(true));
        } else {
            problem(exchange, 401, "Not signed in", "This key is not known, or it was revoked.", "");
        }
    }

    private void logout(HttpExchange exchange) throws IOException {
        if (postgresUp) {
            noContent(exchange, "session=; Max-Age=0; Path=/");
        } else {
            problem(exchange, 503, "Not available", "Postgres can't answer at the moment.", "");
        }
    }

    private interface Answer {
        void send() throws IOException;
    }

    private void guarded(HttpExchange exchange, Answer answer) throws IOException {
        if (authRequired && !isSignedIn(exchange)) {
            problem(exchange, 401, "Not signed in", "Send an API key, or sign in.", "");
        } else if (isSignedIn(exchange)
                && !exchange.getRequestMethod().equals("GET")
                && !CSRF_TOKEN.equals(exchange.getRequestHeaders().getFirst("X-CSRF-Token"))) {
            problem(exchange, 403, "Not allowed", "The CSRF token is missing.", "");
        } else {
            answer.send();
        }
    }

    private void admin(HttpExchange exchange, Answer answer) throws IOException {
        guarded(exchange, () -> {
            if (!adminAllowed) {
                problem(exchange, 403, "Not allowed", "This needs the scope admin.", "");
            } else if (!postgresUp) {
                problem(exchange, 503, "Not available", "Postgres can't answer at the moment.", "");
            } else {
                answer.send();
            }
        });
    }

    private void createKey(HttpExchange exchange) throws IOException {
        var wish = body(exchange);
        var name = group(wish, "\"name\":\"([^\"]*)\"");
        if (name.isEmpty()) {
            problem(
                    exchange,
                    400,
                    "The request is not valid",
                    "One field is wrong.",
                    "{\"pointer\":\"/name\",\"detail\":\"A name is needed: it says in the audit log who acted.\"}");
            return;
        }
        var scopes = group(wish, "\"scopes\":\\[([^\\]]*)\\]").replace("\"", "");
        addKey(name, scopes.split(","));
        json(exchange, 201, withSecret(keys.getLast()));
    }

    private void changeKey(HttpExchange exchange, String method, String[] path) throws IOException {
        var key = keys.stream()
                .filter(candidate -> candidate.id().equals(path[2]))
                .findFirst()
                .orElseThrow();
        if (method.equals("DELETE")) {
            keys.set(keys.indexOf(key), key.revoked());
            noContent(exchange, null);
        } else {
            keys.set(keys.indexOf(key), key.rotating());
            addKey(key.name(), key.scopes().toArray(String[]::new));
            json(exchange, 201, withSecret(keys.getLast()));
        }
    }

    private static String withSecret(Key key) {
        return key.json().replaceFirst("\\{", "{\"key\":\"hs_" + key.id() + "_dJ4mW9qL2xT8vB6nR1kZ\",");
    }

    private static String page(List<String> items) {
        return "{\"items\":[" + String.join(",", items) + "],\"nextCursor\":null}";
    }

    private List<String> auditEntries() {
        return keys.stream()
                .map(key -> """
                        {"id":"a%s","at":"%s","actor":"bootstrap","action":"api-key.created","object":"%s","detail":{"scopes":["%s"]},"requestId":"01k8%s"}""".formatted(
                                key.id(), key.createdAt(), key.name(), String.join("\",\"", key.scopes()), key.id()))
                .toList();
    }

    private void stream(HttpExchange exchange) throws IOException {
        if (!streaming) {
            problem(exchange, 503, "Not available", "The service is starting.", "");
            return;
        }
        resumedAfter.add(Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Last-Event-ID"), ""));
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        begin(exchange, 200, 0);
        streams.add(Thread.currentThread());
        try (var out = exchange.getResponseBody()) {
            while (!Thread.interrupted()) {
                if (!silent) {
                    out.write("id: %d\nevent: vitals\ndata: %s\n\n"
                            .formatted(lastEvent.incrementAndGet(), vitals.look(condition))
                            .getBytes(UTF_8));
                    out.flush();
                }
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            // dropStreams: the connection ends here.
        } finally {
            streams.remove(Thread.currentThread());
        }
    }

    private void file(HttpExchange exchange, String path) throws IOException {
        for (var root : List.of("/META-INF/resources", "/fixture")) {
            try (var in = Site.class.getResourceAsStream(root + path)) {
                if (in != null) {
                    var mediaType = MEDIA_TYPES.getOrDefault(
                            path.substring(path.lastIndexOf('.') + 1), "application/octet-stream");
                    send(exchange, 200, mediaType, in.readAllBytes());
                    return;
                }
            }
        }
        problem(exchange, 404, "Not found", "There is nothing at " + path + ".", "");
    }

    private static String group(String text, String pattern) {
        var matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static String body(HttpExchange exchange) throws IOException {
        return new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    }

    private void json(HttpExchange exchange, int status, String body) throws IOException {
        send(exchange, status, "application/json", body.getBytes(UTF_8));
    }

    private void problem(HttpExchange exchange, int status, String title, String detail, String errors)
            throws IOException {
        send(exchange, status, "application/problem+json", """
                {"title":"%s","status":%d,"detail":"%s","instance":"req-01k8","errors":[%s]}""".formatted(title, status, detail, errors)
                .getBytes(UTF_8));
    }

    private void noContent(HttpExchange exchange, String cookie) throws IOException {
        if (cookie != null) {
            exchange.getResponseHeaders().set("Set-Cookie", cookie);
        }
        begin(exchange, 204, -1);
    }

    private void send(HttpExchange exchange, int status, String mediaType, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", mediaType);
        begin(exchange, status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }
}
