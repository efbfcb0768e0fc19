package dev.hotstate.kit.testing.redis;

import dev.hotstate.kit.testing.keys.KeyScan;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives test methods a {@link RedisClusterHarness} as a parameter. The cluster is healed and emptied before each test:
 * what one of them breaks never meets the next. JUnit closes it with the test class, a shared one with the test run.
 */
public final class RedisClusterExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {

    private static final ExtensionContext.Namespace SPACE =
            ExtensionContext.Namespace.create(RedisClusterExtension.class);

    private final HarnessPlan plan;
    private final boolean shared;
    private final Optional<KeyScan> scan;

    RedisClusterExtension(HarnessPlan plan, boolean shared, Optional<KeyScan> scan) {
        this.plan = plan;
        this.shared = shared;
        this.scan = scan;
    }

    /** Looks at all keys after each test. */
    public RedisClusterExtension scanning(KeyScan keys) {
        return new RedisClusterExtension(plan, shared, Optional.of(keys));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        harness(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        var harness = harness(context);
        harness.heal();
        harness.flushAll();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        scan.ifPresent(keys -> {
            var harness = harness(context);
            harness.heal();
            keys.assertClean(harness.admin());
        });
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RedisClusterHarness.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return harness(context);
    }

    private RedisClusterHarness harness(ExtensionContext context) {
        return store(context).computeIfAbsent(plan, HarnessPlan::start, RedisClusterHarness.class);
    }

    private ExtensionContext.Store store(ExtensionContext context) {
        return shared ? context.getRoot().getStore(SPACE) : context.getStore(SPACE);
    }
}
