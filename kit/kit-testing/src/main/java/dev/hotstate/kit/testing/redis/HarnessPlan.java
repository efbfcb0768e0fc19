package dev.hotstate.kit.testing.redis;

import dev.hotstate.kit.backends.acl.AclDeclaration;
import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.service.ServicePackage;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a {@link RedisClusterHarness} shall be. Two equal plans may share one cluster.
 *
 * @param proxied whether clients reach every node through a fault proxy
 */
public record HarnessPlan(
        int masters,
        int replicasPerMaster,
        Duration nodeTimeout,
        String env,
        List<AclDeclaration> services,
        List<String> baseCommands,
        boolean proxied) {

    public HarnessPlan {
        services = List.copyOf(services);
        baseCommands = List.copyOf(baseCommands);
    }

    static HarnessPlan threeAndThree() {
        return new HarnessPlan(3, 1, Duration.ofSeconds(2), "test", List.of(), List.of(), false);
    }

    public HarnessPlan nodeTimeout(Duration timeout) {
        return new HarnessPlan(masters, replicasPerMaster, timeout, env, services, baseCommands, proxied);
    }

    public HarnessPlan replicasPerMaster(int replicas) {
        return new HarnessPlan(masters, replicas, nodeTimeout, env, services, baseCommands, proxied);
    }

    /** The first part of every key; {@code test} unless said otherwise. */
    public HarnessPlan env(String name) {
        return new HarnessPlan(masters, replicasPerMaster, nodeTimeout, name, services, baseCommands, proxied);
    }

    /** Adds a user named after the app, with the keys {@code {env}:{app}:*} and these commands. */
    public HarnessPlan user(String app, String... commands) {
        return with(AclDeclaration.of(app, commands), baseCommands);
    }

    /** Adds the user of the service whose ACL declaration is on the classpath, with the commands of kit-redis. */
    public HarnessPlan serviceUser() {
        var service = AclDeclaration.read(resource(AclDeclaration.RESOURCE));
        return with(service, AclDeclaration.readBase(resource(AclDeclaration.BASE_RESOURCE)));
    }

    /** Adds the user of a packaged service, with what its jars declare. */
    public HarnessPlan packagedUser(ServicePackage service) {
        return with(service.declaration(), service.baseCommands());
    }

    /** Clients connect through a {@link dev.hotstate.kit.testing.fault.FaultProxy} that every node announces as its own. */
    public HarnessPlan throughProxies() {
        return new HarnessPlan(masters, replicasPerMaster, nodeTimeout, env, services, baseCommands, true);
    }

    /** For a try-with-resources: starts the cluster and returns when it works. */
    public RedisClusterHarness start() {
        return new RedisClusterHarness(this);
    }

    /** For {@code @RegisterExtension static final}: a cluster of its own for the test class. */
    public RedisClusterExtension perClass() {
        return new RedisClusterExtension(this, false, Optional.empty());
    }

    /** For {@code @RegisterExtension static final}: one cluster for all test classes with an equal plan, one after another. */
    public RedisClusterExtension shared() {
        return new RedisClusterExtension(this, true, Optional.empty());
    }

    private HarnessPlan with(AclDeclaration service, List<String> base) {
        var all = new ArrayList<>(services);
        all.add(service);
        return new HarnessPlan(masters, replicasPerMaster, nodeTimeout, env, all, base, proxied);
    }

    private static URL resource(String name) {
        return Optional.ofNullable(
                        Thread.currentThread().getContextClassLoader().getResource(name))
                .orElseThrow(() -> new BackendFailure("no " + name + " on the classpath"));
    }
}
