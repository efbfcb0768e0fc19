package dev.hotstate.kit.testing.process;

import java.time.Duration;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A JUnit extension: every process that a test class starts must have ended when the class is done. */
public final class NoProcessSurvives implements BeforeAllCallback, AfterAllCallback {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(NoProcessSurvives.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getStore(SPACE).put("before", ProcessTree.startedHere());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        var before = context.getStore(SPACE).get("before", ProcessTree.class);
        ProcessTree.startedHere().since(before).assertGoneWithin(PATIENCE);
    }
}
