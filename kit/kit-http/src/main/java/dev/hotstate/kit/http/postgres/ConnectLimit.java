package dev.hotstate.kit.http.postgres;

import dev.hotstate.kit.redis.postgres.HungConnection;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.CloseFuture;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.impl.NetClientImpl;
import io.vertx.pgclient.impl.PgConnectionFactory;
import io.vertx.pgclient.spi.PgDriver;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import io.vertx.sqlclient.spi.ConnectionFactory;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Makes the pool of the service as Quarkus would, but for a limit on the time in which a connection has to be open. The client
 * has one for TCP alone: a Postgres that accepts and then says nothing would hold a place of the pool for good, and soon all.
 *
 * <p>The limit begins with the channel and closes it below the client, which then fails whatever step it waits in (TLS,
 * authentication) and with it the connect. So nothing succeeds late, and no socket outlives its place in the pool. Where the
 * mode of TLS allows a second attempt, each has the limit to itself.
 */
@Singleton
class ConnectLimit implements PgPoolCreator {

    private static final Logger LOG = Logger.getLogger(ConnectLimit.class);

    private static final AttributeKey<Future<?>> LIMIT = AttributeKey.valueOf(ConnectLimit.class, "limit");

    private final Duration connectMax;

    ConnectLimit(PostgresConfig config) {
        this.connectMax = config.connectMax();
    }

    @Override
    public Pool create(Input input) {
        return new LimitedDriver(connectMax)
                .createPool(input.vertx(), input.pgConnectOptionsList(), input.poolOptions());
    }

    private static void set(Duration limit, Channel channel) {
        var timer = channel.eventLoop().schedule(() -> giveUp(channel), limit.toMillis(), TimeUnit.MILLISECONDS);
        channel.attr(LIMIT).set(timer);
        channel.closeFuture().addListener(closed -> timer.cancel(false));
    }

    private static void giveUp(Channel channel) {
        LOG.debugf("Giving up to connect to Postgres at %s: it took too long", channel.remoteAddress());
        HungConnection.abort(channel);
    }

    private static void lift(SqlConnection connection) {
        if (connection instanceof SqlConnectionInternal opened
                && opened.unwrap() instanceof SocketConnectionBase socket) {
            var timer = socket.socket()
                    .channelHandlerContext()
                    .channel()
                    .attr(LIMIT)
                    .getAndSet(null);
            if (timer != null) {
                timer.cancel(false);
            }
        }
    }

    private static final class LimitedDriver extends PgDriver {

        private final Duration limit;

        LimitedDriver(Duration limit) {
            this.limit = limit;
        }

        @Override
        public ConnectionFactory createConnectionFactory(
                Vertx vertx, Supplier<? extends io.vertx.core.Future<? extends SqlConnectOptions>> databases) {
            return new LimitedFactory((VertxInternal) vertx, databases, limit);
        }
    }

    private static final class LimitedFactory extends PgConnectionFactory {

        private final Duration limit;
        private final Map<JsonObject, NetClient> clients = new ConcurrentHashMap<>();

        LimitedFactory(
                VertxInternal vertx,
                Supplier<? extends io.vertx.core.Future<? extends SqlConnectOptions>> databases,
                Duration limit) {
            super(vertx, databases);
            this.limit = limit;
        }

        @Override
        public io.vertx.core.Future<SqlConnection> connect(Context context, SqlConnectOptions options) {
            return super.connect(context, options).onSuccess(ConnectLimit::lift);
        }

        /** The one of the superclass, but for the limit. */
        @Override
        protected NetClient netClient(NetClientOptions wanted) {
            var options = new NetClientOptions(wanted)
                    .setReconnectAttempts(0)
                    .setConnectTimeout(Math.toIntExact(limit.toMillis()));
            if (options.getHostnameVerificationAlgorithm() == null) {
                options.setHostnameVerificationAlgorithm("");
            }
            return clients.computeIfAbsent(options.toJson(), key -> newClient(options));
        }

        private NetClient newClient(NetClientOptions options) {
            var client = new LimitedClient(vertx, options, clientCloseFuture, limit);
            clientCloseFuture.add(client);
            return client;
        }
    }

    private static final class LimitedClient extends NetClientImpl {

        private final Duration limit;

        LimitedClient(VertxInternal vertx, NetClientOptions options, CloseFuture closeFuture, Duration limit) {
            super(vertx, null, options, closeFuture);
            this.limit = limit;
        }

        @Override
        protected void initChannel(ChannelPipeline pipeline) {
            super.initChannel(pipeline);
            set(limit, pipeline.channel());
        }
    }
}
