package dev.hotstate.kit.backends.postgres;

import dev.hotstate.kit.backends.process.Owner;
import java.nio.file.Path;

/**
 * What a {@link Postgres} shall be.
 *
 * @param port 0 for a free one; a folder that held a server before keeps its port
 * @param durable false where a crash of the machine may cost the data: tests are faster then
 */
public record PostgresSpec(Path folder, int port, boolean durable, Owner owner) {

    public PostgresSpec {
        folder = folder.toAbsolutePath();
    }

    /** A durable server on a free port. */
    public static PostgresSpec in(Path folder) {
        return new PostgresSpec(folder, 0, true, Owner.thisJvm());
    }

    public PostgresSpec port(int number) {
        return new PostgresSpec(folder, number, durable, owner);
    }

    public PostgresSpec durable(boolean yes) {
        return new PostgresSpec(folder, port, yes, owner);
    }

    public PostgresSpec owner(Owner newOwner) {
        return new PostgresSpec(folder, port, durable, newOwner);
    }
}
