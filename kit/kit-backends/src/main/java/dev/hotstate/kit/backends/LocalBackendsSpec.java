package dev.hotstate.kit.backends;

import dev.hotstate.kit.backends.process.Owner;
import java.nio.file.Path;

/**
 * What {@link LocalBackends} shall be: a cluster of three masters and a Postgres below one folder.
 *
 * @param redisBasePort the first of three consecutive ports, 0 for free ones
 * @param postgresPort 0 for a free one
 * @param freeMinMb without so much space on the disk of the folder nothing is started
 * @param durable false where a crash of the machine may cost the data of Postgres
 */
public record LocalBackendsSpec(
        Path folder, int redisBasePort, int postgresPort, int freeMinMb, boolean durable, Owner owner) {

    /** Redis and Postgres begin with some 50 MB; the rest is for what the first hours bring. */
    private static final int FREE_MIN_MB = 300;

    public LocalBackendsSpec {
        folder = folder.toAbsolutePath();
    }

    /** Durable, on free ports. */
    public static LocalBackendsSpec in(Path folder) {
        return new LocalBackendsSpec(folder, 0, 0, FREE_MIN_MB, true, Owner.thisJvm());
    }

    public LocalBackendsSpec redisBasePort(int port) {
        return new LocalBackendsSpec(folder, port, postgresPort, freeMinMb, durable, owner);
    }

    public LocalBackendsSpec postgresPort(int port) {
        return new LocalBackendsSpec(folder, redisBasePort, port, freeMinMb, durable, owner);
    }

    public LocalBackendsSpec freeMinMb(int megabytes) {
        return new LocalBackendsSpec(folder, redisBasePort, postgresPort, megabytes, durable, owner);
    }

    public LocalBackendsSpec durable(boolean yes) {
        return new LocalBackendsSpec(folder, redisBasePort, postgresPort, freeMinMb, yes, owner);
    }

    public LocalBackendsSpec owner(Owner newOwner) {
        return new LocalBackendsSpec(folder, redisBasePort, postgresPort, freeMinMb, durable, newOwner);
    }
}
