package dev.hotstate.kit.http.egress;

import io.vertx.core.net.ClientOptionsBase;
import java.util.function.Consumer;

/** Whom connections on behalf of others trust: the authorities of the JDK, unless the options are changed. */
public final class EgressTls {

    private final Consumer<ClientOptionsBase> configuration;

    public EgressTls(Consumer<ClientOptionsBase> configuration) {
        this.configuration = configuration;
    }

    public void configure(ClientOptionsBase options) {
        configuration.accept(options);
    }
}
