package dev.hotstate.kit.http.egress;

import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.quarkus.tls.runtime.config.TlsConfigUtils;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Builds the guard out of its configuration. */
@Singleton
final class EgressProducer {

    @Produces
    @Singleton
    EgressGuard guard(Vertx vertx, EgressConfig config) {
        return EgressGuard.create(vertx, config);
    }

    void close(@Disposes EgressGuard guard) {
        guard.close();
    }

    @Produces
    @Singleton
    EgressTls tls(TlsConfigurationRegistry registry, EgressConfig config) {
        var configured = config.tlsConfigurationName().map(name -> configuration(registry, name));
        return new EgressTls(options -> configured.ifPresent(trust -> TlsConfigUtils.configure(options, trust)));
    }

    private static TlsConfiguration configuration(TlsConfigurationRegistry registry, String name) {
        return registry.get(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "hotstate.egress.tls-configuration-name names no TLS configuration: " + name));
    }
}
