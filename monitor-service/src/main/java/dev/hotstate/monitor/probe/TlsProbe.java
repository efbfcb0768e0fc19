package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.Destination;
import io.netty.channel.ChannelHandlerContext;

/** Looks at the certificate that a port presents. */
final class TlsProbe {

    private final Dialer dialer;
    private final Tls tls;

    TlsProbe(Dialer dialer, Tls tls) {
        this.dialer = dialer;
        this.tls = tls;
    }

    void run(TlsTarget target, Check check) {
        dialer.dial(
                check,
                target.host(),
                target.port(),
                destination -> new Handshake(check, asked(target, destination), target));
    }

    /** The certificate must be that of the name which is asked for, at whatever address. */
    private static Destination asked(TlsTarget target, Destination destination) {
        return target.serverName() == null
                ? destination
                : new Destination(target.serverName(), destination.address(), destination.port());
    }

    private final class Handshake extends ConnectionHandler {

        private final TlsTarget target;

        Handshake(Check check, Destination destination, TlsTarget target) {
            super(check, destination, tls, true);
            this.target = target;
        }

        @Override
        void ready(ChannelHandlerContext connection) {
            CertificatePolicy.objection(check.certificateDays(), target.certificateDaysMin())
                    .ifPresentOrElse(objection -> check.down(Reason.ASSERTION, objection), check::up);
        }
    }
}
