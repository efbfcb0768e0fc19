package dev.hotstate.kit.redis.partition;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;

/** Remembers in Postgres how a service's keys are partitioned: table {@code partition_register}, one row per app. */
public final class PartitionRegister {

    private static final String REGISTER =
            "insert into partition_register (app, partitions, tags) values ($1, $2, $3) on conflict (app) do nothing";
    private static final String READ = "select partitions, tags from partition_register where app = $1";

    private final Pool postgres;

    public PartitionRegister(Pool postgres) {
        this.postgres = postgres;
    }

    /** Registers the partitions at the first start; fails with {@link PartitionsChanged} if others are registered. */
    public Uni<Void> check(String app, Partitions partitions) {
        var present = describe(Partitions.COUNT, partitions.fingerprint());
        return postgres.preparedQuery(REGISTER)
                .execute(Tuple.of(app, Partitions.COUNT, partitions.fingerprint()))
                .chain(() -> postgres.preparedQuery(READ).execute(Tuple.of(app)))
                .map(rows -> describe(rows.iterator().next()))
                .invoke(registered -> {
                    if (!registered.equals(present)) {
                        throw new PartitionsChanged(app, registered, present);
                    }
                })
                .replaceWithVoid();
    }

    private static String describe(Row row) {
        return describe(row.getInteger("partitions"), row.getString("tags"));
    }

    private static String describe(int count, String tags) {
        return count + " (" + tags + ")";
    }
}
