package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.Destination;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/** Connects to a port, and may hold a short conversation with it. */
final class TcpProbe {

    private static final int ANSWER_MAX = 4 << 10;

    private final Dialer dialer;

    TcpProbe(Dialer dialer) {
        this.dialer = dialer;
    }

    void run(TcpTarget target, Check check) {
        dialer.dial(check, target.host(), target.port(), destination -> new Conversation(check, destination, target));
    }

    private static final class Conversation extends ConnectionHandler {

        private final TcpTarget target;
        private final StringBuilder heard = new StringBuilder();

        Conversation(Check check, Destination destination, TcpTarget target) {
            super(check, destination, null, false);
            this.target = target;
        }

        @Override
        void ready(ChannelHandlerContext connection) {
            if (target.send() != null) {
                connection.writeAndFlush(Unpooled.copiedBuffer(target.send(), StandardCharsets.UTF_8));
            }
            if (target.expect() == null) {
                LatencyPolicy.judge(check, target.latencyMax());
            } else {
                check.enter(Check.Phase.FIRST_BYTE);
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext connection, Object message) {
            if (heard.isEmpty()) {
                check.enter(Check.Phase.TRANSFER);
            }
            var part = (ByteBuf) message;
            try {
                int length = Math.min(part.readableBytes(), ANSWER_MAX - heard.length());
                heard.append(part.toString(part.readerIndex(), length, StandardCharsets.ISO_8859_1));
            } finally {
                ReferenceCountUtil.release(message);
            }
            judge();
        }

        private void judge() {
            var expected = target.expect();
            if (expected == null || heard.indexOf(bytewise(expected)) >= 0) {
                LatencyPolicy.judge(check, target.latencyMax());
            } else if (heard.length() >= ANSWER_MAX) {
                check.down(Reason.ASSERTION, "The expected text is not among the first 4096 bytes of the answer");
            }
        }

        /** As it looks in what was heard, where each character is a byte. */
        private static String bytewise(String text) {
            return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        }

        @Override
        public void channelInactive(ChannelHandlerContext connection) {
            if (heard.isEmpty()) {
                super.channelInactive(connection);
            } else {
                check.down(Reason.ASSERTION, "The answer ended without the expected text");
            }
        }
    }
}
