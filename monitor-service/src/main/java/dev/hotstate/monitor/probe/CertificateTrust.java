package dev.hotstate.monitor.probe;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Date;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts as another does, and says of what it does not trust what it was. */
final class CertificateTrust extends X509ExtendedTrustManager {

    private interface Judgement {
        void judge() throws CertificateException;
    }

    private final X509ExtendedTrustManager authorities;
    private final Clock clock;

    CertificateTrust(X509ExtendedTrustManager authorities, Clock clock) {
        this.authorities = authorities;
        this.clock = clock;
    }

    /** The engine knows the name that must be in the certificate. */
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        explained(chain, () -> authorities.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        explained(chain, () -> authorities.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        explained(chain, () -> authorities.checkServerTrusted(chain, type));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw new CertificateException("We are no server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw new CertificateException("We are no server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("We are no server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return authorities.getAcceptedIssuers();
    }

    private void explained(X509Certificate[] chain, Judgement judgement) throws CertificateException {
        try {
            judgement.judge();
        } catch (CertificateException refused) {
            throw new UntrustedCertificate(chain[0], Date.from(clock.instant()), refused);
        }
    }
}
