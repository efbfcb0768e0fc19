package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.EgressConfig;
import dev.hotstate.kit.http.egress.EgressGuard;
import dev.hotstate.kit.http.egress.EgressTls;
import dev.hotstate.kit.testing.net.LocalDns;
import dev.hotstate.kit.testing.net.TestCertificates;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The real probes, and a small internet of real servers for them: names, pages, odd ports, certificates. */
public final class ProbeFixture implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    static final Duration TIMEOUT = Duration.ofSeconds(5);
    static final int BODIES_MAX_BYTES = 4 << 20;

    /** Discard, which nobody offers; one that was free a moment ago may be taken now. */
    static final int CLOSED_PORT = 9;

    final Vertx vertx = Vertx.vertx();
    final LocalDns dns = LocalDns.start();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BodyBudget bodies = new BodyBudget(BODIES_MAX_BYTES, meters);
    private final List<HttpServer> pages = new ArrayList<>();
    private final List<NetServer> ports = new ArrayList<>();
    private EgressGuard guard;
    private Probes probes;

    /** Without authorities of its own. */
    @Override
    public void beforeAll(ExtensionContext context) {
        start(null, "ping");
    }

    public void start(@Nullable TestCertificates trusted, String pingCommand) {
        if (guard != null) {
            guard.close();
        }
        var config = new SmallRyeConfigBuilder()
                .withMapping(EgressConfig.class)
                .withMapping(ProbeConfig.class)
                .withConverter(Duration.class, 100, new DurationConverter())
                .withConverter(MemorySize.class, 100, new MemorySizeConverter())
                .withDefaultValue("hotstate.egress.allow-nearby", "true")
                .withDefaultValue("hotstate.egress.name-servers", "127.0.0.1:" + dns.port())
                .withDefaultValue("monitor.probe.ping-command", pingCommand)
                .withDefaultValue("monitor.probe.pings-max", "1")
                .build();
        guard = EgressGuard.create(vertx, config.getConfigMapping(EgressConfig.class));
        var trust = new EgressTls(options -> {
            if (trusted != null) {
                options.setTrustOptions(
                        new PemTrustOptions().addCertPath(trusted.authority().toString()));
            }
        });
        probes = new Probes(
                vertx,
                guard,
                trust,
                config.getConfigMapping(ProbeConfig.class),
                bodies,
                new ProbeMetrics(meters),
                Clock.systemUTC());
        dns.answer("a.example", "127.0.0.1").answer("b.example", "127.0.0.1");
    }

    Probes probes() {
        return probes;
    }

    ProbeResult run(ProbeTarget target) {
        return run(target, ProbeSecrets.NONE, TIMEOUT);
    }

    ProbeResult run(ProbeTarget target, Duration timeout) {
        return run(target, ProbeSecrets.NONE, timeout);
    }

    ProbeResult run(ProbeTarget target, ProbeSecrets secrets, Duration timeout) {
        return probes.run(target, secrets, timeout).await().atMost(timeout.plus(TIMEOUT));
    }

    public Observation observe(ProbeTarget target) {
        return probes.observe(target, ProbeSecrets.NONE, TIMEOUT).await().atMost(TIMEOUT.multipliedBy(2));
    }

    int page(Handler<HttpServerRequest> handler) {
        return page(new HttpServerOptions(), handler);
    }

    public int securePage(Path store, Handler<HttpServerRequest> handler) {
        return page(
                new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(
                                new PfxOptions().setPath(store.toString()).setPassword(TestCertificates.PASSWORD)),
                handler);
    }

    int page(HttpServerOptions options, Handler<HttpServerRequest> handler) {
        var server = vertx.createHttpServer(options)
                .requestHandler(handler)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        pages.add(server);
        return server.actualPort();
    }

    /** A port where something other than well-behaved HTTP happens. */
    int port(Handler<NetSocket> handler) {
        var server = vertx.createNetServer()
                .connectHandler(handler)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        ports.add(server);
        return server.actualPort();
    }

    /** A port that answers any first bytes with these and closes, or stays open. */
    int saying(String text, boolean thenClose) {
        return port(socket -> socket.handler(heard -> {
            socket.handler(null);
            socket.write(text).onComplete(written -> {
                if (thenClose) {
                    socket.close();
                }
            });
        }));
    }

    void stopServers() {
        pages.forEach(server ->
                server.close().toCompletionStage().toCompletableFuture().join());
        ports.forEach(server ->
                server.close().toCompletionStage().toCompletableFuture().join());
        pages.clear();
        ports.clear();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        stopServers();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        guard.close();
        dns.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
