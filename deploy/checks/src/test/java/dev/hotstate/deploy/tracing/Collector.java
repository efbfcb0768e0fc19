package dev.hotstate.deploy.tracing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/** The other end of OTLP over HTTP: keeps what it is sent. */
final class Collector implements AutoCloseable {

    private final HttpServer server;
    private final List<ExportTraceServiceRequest> received = new CopyOnWriteArrayList<>();

    private Collector(HttpServer server) {
        this.server = server;
    }

    static Collector start() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var collector = new Collector(server);
        server.createContext("/v1/traces", collector::receive);
        server.start();
        return collector;
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Span> spans() {
        return received.stream()
                .flatMap(request -> request.getResourceSpansList().stream())
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .toList();
    }

    /** Everything, in words. */
    String text() {
        return received.toString();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean packed = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            var body = packed ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody();
            received.add(ExportTraceServiceRequest.parseFrom(body));
            var answer = ExportTraceServiceResponse.getDefaultInstance().toByteArray();
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
