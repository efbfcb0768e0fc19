package dev.hotstate.kit.redis.connection;

import static io.quarkus.vertx.core.runtime.SSLConfigHelper.configureJksKeyCertOptions;
import static io.quarkus.vertx.core.runtime.SSLConfigHelper.configureJksTrustOptions;
import static io.quarkus.vertx.core.runtime.SSLConfigHelper.configurePemKeyCertOptions;
import static io.quarkus.vertx.core.runtime.SSLConfigHelper.configurePemTrustOptions;
import static io.quarkus.vertx.core.runtime.SSLConfigHelper.configurePfxKeyCertOptions;
import static io.quarkus.vertx.core.runtime.SSLConfigHelper.configurePfxTrustOptions;

import io.quarkus.redis.runtime.client.config.NetConfig;
import io.quarkus.redis.runtime.client.config.RedisClientConfig;
import io.quarkus.redis.runtime.client.config.TlsConfig;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.quarkus.tls.runtime.config.TlsConfigUtils;
import io.vertx.core.net.NetClientOptions;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Translates {@code quarkus.redis.*} and {@code hotstate.redis.*} into router options.
 *
 * <p>TLS is on if the hosts say {@code rediss://}. What the stock client would only warn about, a TLS configuration next
 * to a plaintext URL, is refused here: nobody means that.
 */
public final class ConfiguredRouter {

    private static final String TLS_SCHEME = "rediss";
    private static final int REDIS_PORT = 6379;
    private static final int CONNECT_MILLIS = 500;

    private ConfiguredRouter() {}

    /**
     * @param hosts the configured hosts; asked again for each new connection, in case the password in them changed
     * @param clientName shown in CLIENT LIST
     */
    public static RouterOptions options(
            RedisClientConfig redis,
            RouterConfig own,
            TlsConfigurationRegistry tls,
            Supplier<Set<URI>> hosts,
            String clientName) {
        Set<URI> uris = hosts.get();
        TlsConfiguration named = named(redis, tls);
        NetClientOptions net = net(redis, named, isTls(uris));
        return new RouterOptions(
                seeds(uris),
                new ConfiguredCredentials(redis, own, hosts),
                net,
                named == null ? net::getSslOptions : named::getSSLOptions,
                clientName,
                own.connectionsMax(),
                own.deadline(),
                own.inFlightMax(),
                CommandTracer.NONE);
    }

    private static List<NodeAddress> seeds(Set<URI> hosts) {
        return hosts.stream()
                .map(uri -> {
                    if (uri.getHost() == null) {
                        throw new ConfigurationException(
                                "quarkus.redis.hosts holds something that is not redis://user:password@host:port");
                    }
                    return new NodeAddress(uri.getHost(), uri.getPort() < 0 ? REDIS_PORT : uri.getPort());
                })
                .toList();
    }

    private static boolean isTls(Set<URI> hosts) {
        long secure =
                hosts.stream().filter(uri -> TLS_SCHEME.equals(uri.getScheme())).count();
        if (secure != 0 && secure != hosts.size()) {
            throw new ConfigurationException("quarkus.redis.hosts mixes redis:// and rediss://");
        }
        return secure != 0;
    }

    private static @Nullable TlsConfiguration named(RedisClientConfig redis, TlsConfigurationRegistry registry) {
        return redis.tlsConfigurationName()
                .map(name -> registry.get(name)
                        .orElseThrow(() -> new ConfigurationException(
                                "quarkus.redis.tls-configuration-name names " + name + ", which is not configured")))
                .orElse(null);
    }

    private static NetClientOptions net(RedisClientConfig redis, @Nullable TlsConfiguration named, boolean tls) {
        NetConfig tcp = redis.tcp();
        NetClientOptions net = new NetClientOptions()
                .setConnectTimeout((int) tcp.connectionTimeout()
                        .map(time -> time.toMillis())
                        .orElse((long) CONNECT_MILLIS)
                        .longValue())
                .setTcpNoDelay(tcp.noDelay().orElse(true))
                .setTcpKeepAlive(tcp.keepAlive().orElse(true))
                .setMetricsName("redis|router");
        tcp.localAddress().ifPresent(net::setLocalAddress);
        tcp.receiveBufferSize().ifPresent(net::setReceiveBufferSize);
        tcp.sendBufferSize().ifPresent(net::setSendBufferSize);
        tcp.trafficClass().ifPresent(net::setTrafficClass);
        if (named == null) {
            configure(net, redis.tls());
        } else {
            TlsConfigUtils.configure(net, named);
        }
        if (!tls && (named != null || redis.tls().enabled())) {
            throw new ConfigurationException(
                    "TLS is configured for Redis, but quarkus.redis.hosts says redis://; say rediss://");
        }
        return net.setSsl(tls);
    }

    private static void configure(NetClientOptions net, TlsConfig tls) {
        String algorithm = tls.hostnameVerificationAlgorithm();
        net.setHostnameVerificationAlgorithm("NONE".equalsIgnoreCase(algorithm) ? "" : algorithm);
        net.setTrustAll(tls.trustAll());
        configurePemTrustOptions(net, tls.trustCertificatePem());
        configureJksTrustOptions(net, tls.trustCertificateJks());
        configurePfxTrustOptions(net, tls.trustCertificatePfx());
        configurePemKeyCertOptions(net, tls.keyCertificatePem());
        configureJksKeyCertOptions(net, tls.keyCertificateJks());
        configurePfxKeyCertOptions(net, tls.keyCertificatePfx());
    }
}
