package dev.hotstate.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * Where a newcomer begins: what there is, how it is, what to try. On loopback only; asked under another name, or by the page of
 * somebody else, it refuses, since a browser would carry such requests here too.
 */
final class StartPage implements AutoCloseable {

    private static final String KILL = "/redis/";
    private static final String CONFIRMATION = "X-Hotstate-Start-Page";
    private static final Pattern NODE = Pattern.compile("/redis/(\\d{1,5})/kill");
    private static final String POLICY =
            "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private final HttpServer server;
    private final StartFigures figures;
    private final Optional<KillSwitch> killSwitch;

    private StartPage(HttpServer server, StartFigures figures, Optional<KillSwitch> killSwitch) {
        this.server = server;
        this.figures = figures;
        this.killSwitch = killSwitch;
    }

    /** On that port, or on a free one if somebody has it. */
    static StartPage open(int port, StartFigures figures, Optional<KillSwitch> killSwitch) {
        try {
            var page = new StartPage(bind(port), figures, killSwitch);
            page.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            page.server.createContext("/", page::answer);
            page.server.start();
            return page;
        } catch (IOException e) {
            throw new StartFailure("The start page cannot be served: " + e.getMessage(), e);
        }
    }

    private static HttpServer bind(int port) throws IOException {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (BindException taken) {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        }
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/";
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private record Reply(int status, String type, byte[] body) {

        static Reply of(int status, String type, String text) {
            return new Reply(status, type, text.getBytes(StandardCharsets.UTF_8));
        }

        static Reply problem(int status, String detail) {
            return of(status, "text/plain; charset=utf-8", detail);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var reply = reply(exchange);
            var headers = exchange.getResponseHeaders();
            headers.set("Content-Type", reply.type());
            headers.set("Content-Security-Policy", POLICY);
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
            exchange.getResponseBody().write(reply.body());
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException {
        if (!isOurName(exchange.getRequestHeaders().getFirst("Host"))) {
            return Reply.problem(421, "This page is for this machine only; its name here is " + url());
        }
        var path = exchange.getRequestURI().getPath();
        if (path.startsWith(KILL)) {
            return kill(exchange, path);
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            return Reply.problem(405, "Only GET is answered here.");
        }
        if (path.equals("/figures")) {
            return Reply.of(200, "application/json", figures.now());
        }
        return file(path.equals("/") ? "/start/index.html" : path);
    }

    /** A page of somebody else can send a form here, but neither this header nor JSON without being asked for its origin first. */
    private Reply kill(HttpExchange exchange, String path) {
        var node = NODE.matcher(path);
        if (!exchange.getRequestMethod().equals("POST") || !node.matches()) {
            return Reply.problem(404, "POST /redis/<port>/kill kills a node.");
        }
        if (!exchange.getRequestHeaders().containsKey(CONFIRMATION)) {
            return Reply.problem(403, "The header " + CONFIRMATION + " is missing.");
        }
        if (killSwitch.isEmpty()) {
            return Reply.problem(
                    403, "Nodes are killed by a button only where no API keys are in use and Redis is not your own.");
        }
        return killSwitch
                .get()
                .kill(Integer.parseInt(node.group(1)))
                .map(objection -> Reply.problem(409, objection))
                .orElseGet(() -> new Reply(204, "text/plain", new byte[0]));
    }

    private boolean isOurName(String host) {
        int port = server.getAddress().getPort();
        return Set.of("localhost:" + port, "127.0.0.1:" + port, "[::1]:" + port).contains(String.valueOf(host));
    }

    /** Of this page, and of the kit. */
    private static Reply file(String path) {
        var type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        boolean isOurs = path.startsWith("/start/") || path.startsWith("/kit/");
        if (type == null || !isOurs || path.contains("..")) {
            return Reply.problem(404, "There is no such page.");
        }
        try (var file = StartPage.class.getResourceAsStream("/META-INF/resources" + path)) {
            return file == null
                    ? Reply.problem(404, "There is no such page.")
                    : new Reply(200, type, file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
