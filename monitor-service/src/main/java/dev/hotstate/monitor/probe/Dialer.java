package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.Destination;
import dev.hotstate.kit.http.egress.EgressGuard;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.vertx.core.impl.VertxInternal;
import java.net.InetSocketAddress;
import java.util.function.Function;

/**
 * Opens the connections of checks on the event loops of Vert.x, but with bare Netty: its clients keep no clock for the parts
 * of a connection.
 */
final class Dialer {

    private final EgressGuard guard;
    private final ChannelFactory<? extends Channel> channels;

    Dialer(VertxInternal vertx, EgressGuard guard) {
        this.guard = guard;
        this.channels = vertx.transport().channelFactory(false);
    }

    /**
     * Resolves, checks and connects, in the phases of these names. What goes wrong ends the check.
     *
     * @param handler what is to happen on the connection, given where it leads
     */
    void dial(Check check, String host, int port, Function<Destination, ChannelHandler> handler) {
        check.enter(Check.Phase.DNS);
        guard.admit(host, port)
                .subscribe()
                .with(destination -> connect(check, destination, handler.apply(destination)), check::fail);
    }

    private void connect(Check check, Destination destination, ChannelHandler handler) {
        if (check.hasEnded()) {
            return;
        }
        check.enter(Check.Phase.CONNECT);
        ChannelFuture connecting = new Bootstrap()
                .group(check.loop().nettyEventLoop())
                .channelFactory(channels)
                // The check ends in time by itself; another timer for each would only cost.
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                .handler(handler)
                .connect(new InetSocketAddress(destination.address(), destination.port()));
        check.use(connecting.channel());
        connecting.addListener(done -> {
            if (!done.isSuccess()) {
                check.fail(done.cause());
            }
        });
    }
}
