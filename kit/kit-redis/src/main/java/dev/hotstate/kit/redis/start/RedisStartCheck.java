package dev.hotstate.kit.redis.start;

import dev.hotstate.kit.redis.connection.RouterOptions;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/**
 * Redis must be reached over verified TLS and as an ACL user of its own. Judges the options that the router really
 * uses, wherever they were configured.
 */
@Singleton
final class RedisStartCheck implements StartCheck {

    private static final Logger LOG = Logger.getLogger(RedisStartCheck.class);
    private static final String HOSTS = "quarkus.redis.hosts";
    private static final String HOSTS_PROVIDER = "quarkus.redis.hosts-provider-name";
    private static final int SEEDS_WANTED = 3;

    private final Config config;
    private final Supplier<RouterOptions> router;
    private final StartConfig allowed;

    @Inject
    RedisStartCheck(Config config, Instance<RouterOptions> router, StartConfig allowed) {
        this(config, router::get, allowed);
    }

    /** @param router asked only if there are hosts: without any there are no options */
    RedisStartCheck(Config config, Supplier<RouterOptions> router, StartConfig allowed) {
        this.config = config;
        this.router = router;
        this.allowed = allowed;
    }

    @Override
    public List<StartProblem> problems() {
        if (!isSet(HOSTS) && !isSet(HOSTS_PROVIDER)) {
            return List.of(new StartProblem(
                    HOSTS, "is missing", "Set it to rediss://user:password@host:port, at least three nodes by comma"));
        }
        var options = router.get();
        if (options.seeds().size() < SEEDS_WANTED) {
            LOG.warnf(
                    "%s names fewer than %d nodes: if they are down at a start, the others are not found",
                    HOSTS, SEEDS_WANTED);
        }
        return problems(options);
    }

    private List<StartProblem> problems(RouterOptions options) {
        var problems = new ArrayList<StartProblem>();
        if (!options.net().isSsl() && !allowed.allowPlaintext()) {
            problems.add(new StartProblem(
                    HOSTS,
                    "reaches Redis without TLS",
                    "Use rediss:// for every node, or insist with hotstate.start.allow-plaintext=true"));
        }
        if (options.net().isSsl() && !allowed.allowUnverifiedHosts()) {
            addTlsProblems(options, problems);
        }
        if (!hasUser(options) && !allowed.allowDefaultUser()) {
            problems.add(new StartProblem(
                    HOSTS,
                    "logs in to Redis without an ACL user, or as \"default\"",
                    "Name the user of this service in the URLs or in hotstate.redis.username, or insist with"
                            + " hotstate.start.allow-default-user=true"));
        }
        return problems;
    }

    private void addTlsProblems(RouterOptions options, List<StartProblem> problems) {
        if (!"HTTPS".equalsIgnoreCase(options.net().getHostnameVerificationAlgorithm())) {
            problems.add(new StartProblem(
                    "quarkus.redis.tls-configuration-name",
                    "names a TLS configuration that does not check whether a certificate belongs to its host",
                    "Set its hostname-verification-algorithm to HTTPS, or insist with"
                            + " hotstate.start.allow-unverified-hosts=true"));
        }
        if (options.net().isTrustAll()) {
            problems.add(new StartProblem(
                    "quarkus.redis.tls-configuration-name",
                    "names a TLS configuration that accepts any certificate",
                    "Replace its trust-all by a trust store, or insist with"
                            + " hotstate.start.allow-unverified-hosts=true"));
        }
    }

    private static boolean hasUser(RouterOptions options) {
        var user = options.credentials().current().username();
        return user != null && !user.isEmpty() && !user.equals("default");
    }

    private boolean isSet(String property) {
        return config.getOptionalValue(property, String.class).isPresent();
    }
}
