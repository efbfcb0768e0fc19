package dev.hotstate.bench.stage;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.kit.backends.LocalBackends;
import dev.hotstate.kit.backends.LocalBackendsSpec;
import dev.hotstate.kit.backends.acl.AclDeclaration;
import dev.hotstate.kit.backends.host.Programs;
import dev.hotstate.kit.backends.postgres.PostgresAdmin;
import dev.hotstate.kit.backends.redis.RedisBinary;
import dev.hotstate.kit.backends.redis.RedisCluster;
import dev.hotstate.kit.backends.redis.RedisNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A Redis Cluster of three masters and a Postgres that write to disk as in production, with one user per service. */
public final class BenchBackends {

    public static final String ENV = "bench";

    private static final Path RESOURCES = Path.of("src/main/resources");
    private static final Path BASE_COMMANDS = RESOURCES.resolve(AclDeclaration.BASE_RESOURCE);
    private static final Path COMMANDS = RESOURCES.resolve(AclDeclaration.RESOURCE);

    /** Two minutes of warm-up leave more behind than the nodes of a laptop hold, and a full one is served less by design. */
    private static final String MEMORY_PER_NODE = "2gb";

    private static final Pattern ALLOCATOR = Pattern.compile("malloc=(\\S+)");

    private final Path checkout;
    private final LocalBackends backends;

    private BenchBackends(Path checkout, LocalBackends backends) {
        this.checkout = checkout;
        this.backends = backends;
    }

    public static BenchBackends start(BenchScope scope) {
        var spec = LocalBackendsSpec.in(scope.folder().resolve("backends")).durable(true);
        var backends = scope.own(LocalBackends.start(spec));
        for (var node : backends.redis().nodes()) {
            try (var redis = node.connect()) {
                redis.call("CONFIG", "SET", "maxmemory", MEMORY_PER_NODE);
            }
        }
        return new BenchBackends(scope.checkout(), backends);
    }

    /** Lets the service of a module in, and returns the environment variables that tell it how. */
    public Map<String, String> admit(String module) {
        var base = AclDeclaration.readBase(checkout.resolve("kit/kit-redis").resolve(BASE_COMMANDS));
        var declaration = AclDeclaration.read(checkout.resolve(module).resolve(COMMANDS));
        return backends.access().admit(declaration, base, ENV).environment();
    }

    public RedisCluster redis() {
        return backends.redis();
    }

    /** The caller closes it. */
    public RedisMeter redisMeter() {
        return new RedisMeter(redis().nodes().stream().map(RedisNode::connect).toList());
    }

    public List<Long> redisPids() {
        return redis().nodes().stream().map(node -> node.process().pid()).toList();
    }

    /** The server; its connections are its children. */
    public long postgresPid() {
        return backends.postgres().process().pid();
    }

    /** For what a benchmark puts there by itself. */
    public PostgresAdmin postgres() {
        return backends.postgres().admin();
    }

    /** With its allocator, which decides what a script costs and how much memory a key takes more than a version does. */
    public static String redisVersion() {
        var binary = RedisBinary.find();
        var told = Programs.run(List.of(binary.program().toString(), "--version"), Map.of());
        var allocator = ALLOCATOR.matcher(told.output());
        return allocator.find() ? "%s (%s)".formatted(binary.version(), allocator.group(1)) : binary.version();
    }
}
