package dev.hotstate.kit.redis.connection;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.operators.AbstractUni;
import io.smallrye.mutiny.subscription.UniSubscriber;
import java.time.Duration;

/** A connection lent to one caller: no redirects, no breaker. */
final class PrivateConnection implements DedicatedConnection {

    private final Connection connection;

    PrivateConnection(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Uni<Reply> send(Command command, Duration deadline) {
        return new AbstractUni<>() {
            @Override
            public void subscribe(UniSubscriber<? super Reply> subscriber) {
                connection.send(SingleCall.begin(
                        command, CommandTracer.NONE, CallHandler.DIRECT, deadline.toNanos(), subscriber));
            }
        };
    }

    @Override
    public NodeAddress node() {
        return connection.address();
    }

    @Override
    public boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public void close() {
        connection.close();
    }
}
