package dev.hotstate.kit.testing.mutiny;

import io.smallrye.context.SmallRyeContextManager;
import io.smallrye.context.SmallRyeContextManagerProvider;
import org.eclipse.microprofile.context.spi.ContextManagerProvider;

/** Who keeps the contexts of Mutiny where Quarkus does not run. */
public final class MutinyContexts {

    private static boolean prepared;

    private MutinyContexts() {}

    /** Quarkus does this at start. Left to the first two threads that use Mutiny, one of them may fail. */
    public static synchronized void prepare() {
        if (prepared) {
            return;
        }
        var thread = Thread.currentThread();
        var before = thread.getContextClassLoader();
        thread.setContextClassLoader(MutinyContexts.class.getClassLoader());
        try {
            ContextManagerProvider.INSTANCE.set(new OneForAllThreads());
            SmallRyeContextManagerProvider.getManager();
            prepared = true;
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /**
     * A test with Quarkus that ran before in this JVM may have left its class loader to threads, such as those of the common
     * pool. It has a second copy of the providers, which are none here.
     */
    private static final class OneForAllThreads extends SmallRyeContextManagerProvider {

        @Override
        public SmallRyeContextManager getContextManager(ClassLoader ofTheThread) {
            return super.getContextManager(MutinyContexts.class.getClassLoader());
        }
    }
}
