package dev.hotstate.kit.http.secret;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Singleton;
import java.security.SecureRandom;

/** Secrets that the instances of a service draw by themselves and agree on, in the table {@code service_secret}. */
@Singleton
public final class AgreedSecrets {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 32;

    private final Database database;

    AgreedSecrets(Database database) {
        this.database = database;
    }

    /** The first instance that asks decides; all read what it decided. */
    public Uni<byte[]> secret(String name) {
        var proposal = new byte[BYTES];
        RANDOM.nextBytes(proposal);
        return database.query(
                        "insert into service_secret (name, value) values ($1, $2) on conflict do nothing",
                        name,
                        Buffer.buffer(proposal))
                .chain(() -> database.query("select value from service_secret where name = $1", name))
                .map(rows -> rows.iterator().next().getBuffer("value").getBytes());
    }
}
