package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.Destination;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import org.jspecify.annotations.Nullable;

/** What all connections of checks have in common: perhaps a handshake, then something happens, and they may break. */
abstract class ConnectionHandler extends ChannelInboundHandlerAdapter {

    protected final Check check;
    private final Destination destination;
    private final @Nullable Tls tls;
    private final boolean verify;

    /** @param tls null without TLS */
    ConnectionHandler(Check check, Destination destination, @Nullable Tls tls, boolean verify) {
        this.check = check;
        this.destination = destination;
        this.tls = tls;
        this.verify = verify;
    }

    /** The connection, its handshake included, can be used. */
    abstract void ready(ChannelHandlerContext connection);

    /** A decoder between the connection and this handler. */
    @Nullable
    ChannelHandler decoder() {
        return null;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext connection) {
        var pipeline = connection.pipeline();
        if (tls != null) {
            var handshake = tls.handler(connection.alloc(), destination, verify, check.remainingMillis());
            pipeline.addBefore(connection.name(), "tls", handshake);
        }
        var decoder = decoder();
        if (decoder != null) {
            pipeline.addBefore(connection.name(), "decoder", decoder);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext connection) {
        check.connectedTo(destination.address(), tls != null);
        if (tls == null) {
            ready(connection);
        } else {
            check.enter(Check.Phase.TLS);
        }
        connection.fireChannelActive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext connection, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                tls.note(check, connection.pipeline().get(SslHandler.class), verify);
                ready(connection);
            } else {
                handshakeFailed(handshake.cause());
            }
        }
        connection.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext connection) {
        check.down(Reason.PROTOCOL, "The connection was closed before the answer ended");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext connection, Throwable failure) {
        check.fail(failure);
    }

    private void handshakeFailed(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UntrustedCertificate untrusted) {
                tls.note(check, untrusted.presented());
            }
        }
        check.fail(failure);
    }
}
