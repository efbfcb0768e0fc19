package dev.hotstate.kit.testing.mutiny;

import io.smallrye.context.SmallRyeContextManagerProvider;

/** Who keeps the contexts of Mutiny where Quarkus does not run. */
public final class MutinyContexts {

    private MutinyContexts() {}

    /** Quarkus does this at start. Left to the first two threads that use Mutiny, one of them may fail. */
    public static void prepare() {
        var thread = Thread.currentThread();
        var before = thread.getContextClassLoader();
        // A test with Quarkus that ran before in this JVM may have left its own, which has a second copy of the
        // provider.
        thread.setContextClassLoader(MutinyContexts.class.getClassLoader());
        try {
            SmallRyeContextManagerProvider.getManager();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
