package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.Destination;
import dev.hotstate.kit.http.egress.EgressTls;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.NetUtil;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The handshakes of checks. Each is a full one: a resumed session would show the certificate of the session's beginning and
 * hide a replaced or broken one.
 */
final class Tls {

    private final SslContext verifying;
    private final SslContext accepting;
    private final TrustedChain.Authorities authorities;
    private final Clock clock;

    Tls(Vertx vertx, EgressTls trust, Clock clock) {
        this.clock = clock;
        try {
            var trusted = authorities(vertx, trust);
            this.authorities = new TrustedChain.Authorities(trusted.getAcceptedIssuers());
            this.verifying = context(SslContextBuilder.forClient()
                    .trustManager(new CertificateTrust(trusted, clock))
                    .endpointIdentificationAlgorithm("HTTPS"));
            this.accepting = context(SslContextBuilder.forClient()
                    .trustManager(InsecureTrustManagerFactory.INSTANCE)
                    .endpointIdentificationAlgorithm(""));
        } catch (GeneralSecurityException | SSLException e) {
            throw new IllegalStateException("TLS can't be set up", e);
        }
    }

    /** @param verify whether the certificate must be trusted and belong to the name of the destination */
    SslHandler handler(ByteBufAllocator allocator, Destination destination, boolean verify, int timeoutMillis) {
        var context = verify ? verifying : accepting;
        var handler = context.newHandler(allocator, destination.host(), destination.port());
        nameToTell(destination.host()).ifPresent(name -> {
            var parameters = handler.engine().getSSLParameters();
            parameters.setServerNames(List.of(name));
            handler.engine().setSSLParameters(parameters);
        });
        handler.setHandshakeTimeoutMillis(timeoutMillis);
        return handler;
    }

    /** Notes what the other side presented, and if it was verified, how it is trusted. */
    void note(Check check, SslHandler handshake, boolean verified) {
        var session = handshake.engine().getSession();
        check.tls(session.getProtocol());
        try {
            var chain = Arrays.stream(session.getPeerCertificates())
                    .filter(X509Certificate.class::isInstance)
                    .map(X509Certificate.class::cast)
                    .toList();
            if (!chain.isEmpty()) {
                note(check, chain.getFirst(), chain);
                if (verified) {
                    check.trusted(authorities.follow(chain));
                }
            }
        } catch (SSLPeerUnverifiedException e) {
            // Nothing to note: a suite without certificates.
        }
    }

    void note(Check check, X509Certificate presented) {
        note(check, presented, List.of(presented));
    }

    private void note(Check check, X509Certificate leaf, List<X509Certificate> chain) {
        var firstEnd = chain.stream()
                .map(one -> one.getNotAfter().toInstant())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        var left = Duration.between(clock.instant(), leaf.getNotAfter().toInstant())
                .toSeconds();
        check.certificate(firstEnd, (int) Math.floorDiv(left, Duration.ofDays(1).toSeconds()));
    }

    /** An address is not told, and what the JDK takes for no name (it has an underscore) can't be. */
    private static Optional<SNIServerName> nameToTell(String host) {
        try {
            return NetUtil.createByteArrayFromIpAddressString(host) == null
                    ? Optional.of(new SNIHostName(host))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static SslContext context(SslContextBuilder builder) throws SSLException {
        var context = builder.sslProvider(SslProvider.JDK).build();
        var sessions = ((JdkSslContext) context).context().getClientSessionContext();
        sessions.setSessionCacheSize(1);
        sessions.setSessionTimeout(1);
        return context;
    }

    private static X509ExtendedTrustManager authorities(Vertx vertx, EgressTls trust) throws GeneralSecurityException {
        var options = new NetClientOptions();
        trust.configure(options);
        return Arrays.stream(managers(vertx, options))
                .filter(X509ExtendedTrustManager.class::isInstance)
                .map(X509ExtendedTrustManager.class::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("There is nobody to trust"));
    }

    private static TrustManager[] managers(Vertx vertx, NetClientOptions options) throws GeneralSecurityException {
        if (options.getTrustOptions() == null) {
            var ofTheJdk = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            ofTheJdk.init((KeyStore) null);
            return ofTheJdk.getTrustManagers();
        }
        try {
            return options.getTrustOptions().getTrustManagerFactory(vertx).getTrustManagers();
        } catch (Exception e) {
            throw new GeneralSecurityException(e);
        }
    }
}
