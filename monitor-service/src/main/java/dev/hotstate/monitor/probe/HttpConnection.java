package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.Destination;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/** One request and its answer on a connection of their own. */
final class HttpConnection extends ConnectionHandler {

    private static final int FIRST_LINE_MAX = 8 << 10;
    private static final int HEADERS_MAX = 32 << 10;
    private static final int PART_MAX = 16 << 10;

    private final Destination destination;
    private final HttpRequest request;
    private final HttpVisit visit;
    private final int bodyMax;
    private @Nullable Body body;
    private @Nullable HttpResponse head;
    private boolean done;

    /** @param body null if nobody will read it */
    HttpConnection(
            Check check,
            Destination destination,
            @Nullable Tls tls,
            HttpTarget target,
            HttpRequest request,
            HttpVisit visit,
            @Nullable Body body) {
        super(check, destination, tls, target.verifyCertificate());
        this.destination = destination;
        this.request = request;
        this.visit = visit;
        this.bodyMax = target.bodyMaxBytes();
        this.body = body;
    }

    @Override
    ChannelHandler decoder() {
        return new HttpResponseDecoder(FIRST_LINE_MAX, HEADERS_MAX, PART_MAX) {
            @Override
            protected boolean isContentAlwaysEmpty(HttpMessage message) {
                return request.method().equals("HEAD") || super.isContentAlwaysEmpty(message);
            }
        };
    }

    @Override
    void ready(ChannelHandlerContext connection) {
        connection.writeAndFlush(request.encoded(connection.alloc(), destination));
        check.enter(Check.Phase.FIRST_BYTE);
    }

    @Override
    public void channelRead(ChannelHandlerContext connection, Object message) {
        try {
            if (done || check.hasEnded()) {
                return;
            }
            if (message instanceof HttpResponse response) {
                begin(response);
            }
            if (message instanceof HttpContent content && head != null && !done) {
                append(content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    /** What was asked for is known, or of no interest any more; the connection may end as it likes. */
    @Override
    public void channelInactive(ChannelHandlerContext connection) {
        if (!done) {
            super.channelInactive(connection);
        }
    }

    /** However the connection came to its end: what the visit did not get is of no use to anybody. */
    @Override
    public void handlerRemoved(ChannelHandlerContext connection) {
        if (body != null) {
            body.release();
            body = null;
        }
    }

    private void begin(HttpResponse response) {
        if (response.decoderResult().isFailure()) {
            done = true;
            malformed(response.decoderResult().cause());
        } else if (response.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
            check.enter(Check.Phase.TRANSFER);
            check.answered(
                    response.status().code(),
                    version(response),
                    HttpUtil.getContentLength(response, -1L),
                    response.headers().get(HttpHeaderNames.LAST_MODIFIED));
            head = response;
            // Before the visit decides: it may open the next connection, which closes this one.
            done = true;
            done = !visit.begins(request, response);
        }
    }

    private void append(HttpContent content) {
        if (content.decoderResult().isFailure()) {
            done = true;
            malformed(content.decoderResult().cause());
            return;
        }
        int length = content.content().readableBytes();
        check.read(length);
        if (check.bodyLength() > bodyMax) {
            done = true;
            visit.tooLong();
            return;
        }
        if (body != null && !body.append(content.content())) {
            done = true;
            visit.noRoom();
            return;
        }
        if (content instanceof LastHttpContent) {
            done = true;
            var whole = body;
            body = null;
            visit.ends(head, whole);
        }
    }

    private void malformed(Throwable cause) {
        check.down(
                Reason.PROTOCOL,
                cause instanceof TooLongFrameException
                        ? "The header of the answer is too long"
                        : "The answer is not HTTP");
    }

    private static double version(HttpResponse response) {
        return response.protocolVersion().majorVersion()
                + response.protocolVersion().minorVersion() / 10.0;
    }
}
