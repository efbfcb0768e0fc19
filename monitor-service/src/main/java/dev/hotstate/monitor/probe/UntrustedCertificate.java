package dev.hotstate.monitor.probe;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Date;

/** A certificate that was presented and is not to be trusted; unlike the JDK's failure it knows the certificate. */
final class UntrustedCertificate extends CertificateException {

    private final transient X509Certificate presented;
    private final boolean expired;

    UntrustedCertificate(X509Certificate presented, Date now, CertificateException cause) {
        super(message(presented, now, cause), cause);
        this.presented = presented;
        this.expired = now.after(presented.getNotAfter());
    }

    X509Certificate presented() {
        return presented;
    }

    Reason reason() {
        return expired ? Reason.TLS_EXPIRED : Reason.TLS;
    }

    private static String message(X509Certificate presented, Date now, CertificateException cause) {
        if (now.after(presented.getNotAfter())) {
            return "The certificate ended at " + presented.getNotAfter().toInstant();
        }
        if (now.before(presented.getNotBefore())) {
            return "The certificate begins at " + presented.getNotBefore().toInstant();
        }
        if (presented.getIssuerX500Principal().equals(presented.getSubjectX500Principal())) {
            return "The certificate is signed by itself";
        }
        Throwable innermost = cause;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return "The certificate is not trusted: " + innermost.getMessage();
    }
}
