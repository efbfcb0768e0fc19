package dev.hotstate.kit.http.testing;

import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.backends.acl.AclDeclaration;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.postgres.PostgresAdmin;
import dev.hotstate.kit.testing.fault.FaultProxy;
import dev.hotstate.kit.testing.fault.FaultRoute;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** A Redis Cluster and a Postgres of this module's own, so that tests may harm Postgres and the way to it. */
public class OwnBackends implements QuarkusTestResourceLifecycleManager {

    private static final AclDeclaration RIGHTS = AclDeclaration.of("sample", "incr", "get");

    private LocalBackends backends;
    private FaultProxy proxy;

    @Override
    public Map<String, String> start() {
        backends = LocalBackends.start(LocalBackendsSpec.in(freshFolder()).durable(false));
        proxy = FaultProxy.to(
                new InetSocketAddress("127.0.0.1", backends.postgres().admin().port()));
        var kitCommands = AclDeclaration.readBase(Objects.requireNonNull(
                AclDeclaration.class.getClassLoader().getResource(AclDeclaration.BASE_RESOURCE)));
        var configuration = new HashMap<>(
                backends.access().admit(RIGHTS, kitCommands, "test").configuration());
        configuration.put(
                "quarkus.datasource.reactive.url",
                "postgresql://127.0.0.1:" + proxy.route().port() + "/" + PostgresAdmin.DATABASE);
        return configuration;
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(proxy.route(), new TestInjector.MatchesType(FaultRoute.class));
        injector.injectIntoFields(backends.postgres(), new TestInjector.MatchesType(Postgres.class));
    }

    @Override
    public void stop() {
        proxy.close();
        backends.close();
    }

    private static Path freshFolder() {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("target", "backends")), "run");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
