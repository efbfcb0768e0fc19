package dev.hotstate.kit.redis.connection;

import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** A connection for one user, so that a command that blocks (BLMOVE, XREAD BLOCK) delays nobody else. */
public interface DedicatedConnection extends AutoCloseable {

    /** The deadline must exceed the time that the command itself may block. */
    Uni<Reply> send(Command command, Duration deadline);

    NodeAddress node();

    /** False once the node or the network closed it; then open another. */
    boolean isOpen();

    @Override
    void close();
}
