package dev.hotstate.kit.redis.postgres;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Gives up a pooled connection on which work does not end. When the host of Postgres vanishes, the kernel goes on sending for
 * a quarter of an hour; the pool has lost the connection for so long, and soon has none left.
 *
 * <p>The client offers nothing for this: keep-alive does not begin while there is something unsent, a TCP user timeout needs a
 * native transport, and what closes idle connections says goodbye first and waits for an answer. So the channel is closed
 * below the client, which then fails what hangs on it and takes a new connection.
 */
public final class HungConnection {

    private static final Logger LOG = Logger.getLogger(HungConnection.class);

    private HungConnection() {}

    /** Runs work on the connection, and closes it if the work has no end by then. */
    public static <T> Uni<T> giveUpAfter(Duration patience, SqlConnection connection, Supplier<Uni<T>> work) {
        var watchdog = Infrastructure.getDefaultWorkerPool()
                .schedule(() -> giveUp(connection), patience.toMillis(), TimeUnit.MILLISECONDS);
        return work.get().onTermination().invoke(() -> watchdog.cancel(false));
    }

    private static void giveUp(SqlConnection connection) {
        if (connection.getDelegate() instanceof SqlConnectionInternal pooled
                && pooled.unwrap().unwrap() instanceof SocketConnectionBase socket) {
            LOG.warnf("Giving up a connection to Postgres at %s: nothing was heard on it", socket.server());
            abort(socket.socket().channelHandlerContext().channel());
        }
    }

    /** From the first handler, that is past the client's own, which would only begin to say goodbye. */
    public static void abort(Channel channel) {
        channel.eventLoop().execute(() -> {
            try {
                channel.config().setOption(ChannelOption.SO_LINGER, 0);
            } catch (ChannelException closedMeanwhile) {
                // Then there is nothing left to throw away.
            }
            channel.pipeline().firstContext().close();
        });
    }
}
