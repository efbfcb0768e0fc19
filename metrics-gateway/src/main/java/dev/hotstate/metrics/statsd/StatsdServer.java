package dev.hotstate.metrics.statsd;

import dev.hotstate.metrics.observation.Recording;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.datagram.DatagramSocket;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.parsetools.RecordParser;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Listens to StatsD: datagrams of lines, and connections of lines. */
@Singleton
public class StatsdServer {

    private static final Logger LOG = Logger.getLogger(StatsdServer.class);
    private static final int LINE_BYTES_MAX = 8_192;
    private static final int RECEIVE_BUFFER_BYTES = 1 << 20;
    private static final int IDLE_SECONDS = 300;

    private final StatsdConfig config;
    private final StatsdReader reader;
    private final Recording recording;
    private final Vertx vertx;
    private final AtomicInteger connections = new AtomicInteger();
    private @Nullable DatagramSocket datagrams;
    private @Nullable NetServer server;

    StatsdServer(StatsdConfig config, StatsdReader reader, Recording recording, Vertx vertx) {
        this.config = config;
        this.reader = reader;
        this.recording = recording;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        if (!config.enabled()) {
            return;
        }
        var options = new DatagramSocketOptions().setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        datagrams = vertx.createDatagramSocket(options)
                .exceptionHandler(failure -> LOG.debugf("A datagram of StatsD: %s", failure.getMessage()))
                .handler(packet -> take(packet.data(), packet.sender().host()));
        server = vertx.createNetServer(new NetServerOptions().setIdleTimeout(IDLE_SECONDS))
                .connectHandler(this::connected);
        whenDone(datagrams.listen(config.port(), config.host()), "UDP");
        whenDone(server.listen(config.port(), config.host()), "TCP");
        LOG.infof("Listening to StatsD on %s, UDP %d, TCP %d", config.host(), udpPort(), tcpPort());
    }

    private void whenDone(Future<?> listening, String protocol) {
        try {
            listening.toCompletionStage().toCompletableFuture().join();
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "Cannot listen to StatsD over %s on %s:%d (metrics.statsd.port): %s"
                            .formatted(protocol, config.host(), config.port(), e.getMessage()),
                    e);
        }
    }

    private void connected(NetSocket socket) {
        if (connections.incrementAndGet() > config.connectionsMax()) {
            connections.decrementAndGet();
            socket.close();
            return;
        }
        var sender = socket.remoteAddress().host();
        // A line that is longer ends the connection: nobody knows where the next one begins.
        var lines = RecordParser.newDelimited("\n", line -> take(line, sender))
                .maxRecordSize(LINE_BYTES_MAX)
                .exceptionHandler(tooLong -> socket.close());
        socket.handler(lines)
                .exceptionHandler(gone -> socket.close())
                .closeHandler(closed -> connections.decrementAndGet());
    }

    private void take(Buffer lines, String sender) {
        recording.offer(reader.read(lines.getBytes(), sender));
    }

    /** 0 where nobody listens. */
    public int udpPort() {
        return datagrams == null ? 0 : datagrams.localAddress().port();
    }

    public int tcpPort() {
        return server == null ? 0 : server.actualPort();
    }

    void stop(@Observes ShutdownEvent event) {
        if (datagrams != null) {
            datagrams.close();
        }
        if (server != null) {
            server.close();
        }
    }
}
