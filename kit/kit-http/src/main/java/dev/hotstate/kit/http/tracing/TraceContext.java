package dev.hotstate.kit.http.tracing;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.quarkus.opentelemetry.runtime.QuarkusContextStorage;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Vertx;
import java.util.Map;
import org.eclipse.microprofile.context.spi.ThreadContextProvider;
import org.eclipse.microprofile.context.spi.ThreadContextSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * Carries the trace of a request over the steps of its work. Takes the place of the one that Quarkus has ({@code
 * mp.context.ThreadContext.unchanged}), which does the same and makes a new context of Vert.x, twice for each step, wherever there is none to
 * look into: on timers and connections, which is where most steps run that belong to no request.
 */
public final class TraceContext implements ThreadContextProvider {

    private static final ThreadContextSnapshot NONE = () -> () -> {};

    @Override
    public ThreadContextSnapshot currentContext(Map<String, String> properties) {
        var trace = present();
        return trace == null ? NONE : () -> attach(trace)::close;
    }

    @Override
    public ThreadContextSnapshot clearedContext(Map<String, String> properties) {
        return () -> attach(Context.root())::close;
    }

    @Override
    public String getThreadContextType() {
        return "Trace";
    }

    /** Null where none can be. */
    static @Nullable Context present() {
        return canHold() ? QuarkusContextStorage.INSTANCE.current() : null;
    }

    private static Scope attach(Context trace) {
        return canHold() ? QuarkusContextStorage.INSTANCE.attach(trace) : Scope.noop();
    }

    /** A trace is kept in the context of one request, or of one thread; what all requests of an event loop share holds none. */
    private static boolean canHold() {
        var context = Vertx.currentContext();
        return context == null || VertxContext.isDuplicatedContext(context);
    }
}
