package dev.hotstate.local;

import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.service.ServicePackage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The Redis Cluster and the Postgres that live in {@code .hotstate/data}. */
final class EmbeddedBackends implements AutoCloseable {

    private final LocalBackends servers;
    private final StateFolder folder;

    private EmbeddedBackends(LocalBackends servers, StateFolder folder) {
        this.servers = servers;
        this.folder = folder;
    }

    /** Returns when services can be let in; both can be used when {@link #awaitReady} has returned. */
    static EmbeddedBackends begin(Settings settings, StateFolder folder) {
        var spec = LocalBackendsSpec.in(folder.data())
                .redisBasePort(settings.redisPort())
                .postgresPort(settings.postgresPort());
        return new EmbeddedBackends(
                LocalBackends.begin(settings.freeMinMb().map(spec::freeMinMb).orElse(spec)), folder);
    }

    void awaitReady() {
        servers.awaitReady();
    }

    /** Lets a service in, with no more rights than it declares. */
    ServiceAccess admit(LocalService service, String env) {
        return new ServicePackage(folder.service(service)).admitTo(servers.access(), env);
    }

    List<RedisNode> nodes() {
        return servers.redis().nodes();
    }

    Postgres postgres() {
        return servers.postgres();
    }

    /** By a name for people. */
    Map<String, Integer> ports() {
        Map<String, Integer> ports = new TreeMap<>();
        nodes().forEach(node -> ports.put("Redis " + node.port(), node.port()));
        ports.put("Postgres", postgres().admin().port());
        return ports;
    }

    /** Its processes, to be started again when they die. */
    List<Supervised> processes() {
        List<Supervised> all = new ArrayList<>();
        servers.redis().nodes().forEach(node -> all.add(supervised(node)));
        all.add(supervised(servers.postgres()));
        return all;
    }

    void addTo(Addresses addresses) {
        var redis = servers.redis();
        var postgres = servers.postgres().admin();
        var nodes = redis.nodes().stream().map(RedisNode::address).collect(Collectors.joining(", "));
        addresses
                .other("Redis Cluster", nodes + ", user " + redis.admin().user())
                .other("Postgres", postgres.reactiveUrl() + ", user " + postgres.user())
                .other("passwords", folder.shown(folder.passwords()));
    }

    @Override
    public void close() {
        servers.close();
    }

    private static Supervised supervised(RedisNode node) {
        return new Supervised() {
            @Override
            public String name() {
                return "Redis node " + node.address();
            }

            @Override
            public ChildProcess process() {
                return node.process();
            }

            @Override
            public void restart() {
                node.restart();
            }
        };
    }

    private static Supervised supervised(Postgres postgres) {
        return new Supervised() {
            @Override
            public String name() {
                return "Postgres";
            }

            @Override
            public ChildProcess process() {
                return postgres.process();
            }

            @Override
            public void restart() {
                postgres.restart();
            }
        };
    }
}
