package dev.hotstate.bench.memory;

import dev.hotstate.bench.BenchScope;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One metrics-gateway for all kinds that it keeps, begun when it is first asked for; it ends with the benchmark. */
final class SharedGateway {

    private final BenchScope scope;
    private @Nullable GatewayStage stage;

    SharedGateway(BenchScope scope) {
        this.scope = scope;
    }

    /** Its Redis holds nothing of what was measured before. */
    GatewayStage emptied() throws IOException {
        var running = stage;
        if (running == null) {
            running = GatewayStage.start(scope);
            stage = running;
        } else {
            running.backends().redis().nodes().forEach(node -> node.call("FLUSHALL"));
        }
        return running;
    }
}
