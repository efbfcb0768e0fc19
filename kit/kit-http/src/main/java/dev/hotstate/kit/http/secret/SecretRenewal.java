package dev.hotstate.kit.http.secret;

import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * Seals anew what lies under an older key, so that this key can be taken away. May run at any time, on several instances, and
 * beside changes: a row that was changed meanwhile is left alone, it is sealed under the current key already.
 */
@Singleton
public class SecretRenewal {

    private static final int PAGE = 200;
    private static final String BEFORE_ALL_IDS = "";

    private final Database database;
    private final SecretSealer sealer;

    SecretRenewal(Database database, SecretSealer sealer) {
        this.database = database;
        this.sealer = sealer;
    }

    /** @param lost under keys that are not configured any more: their owners have to give them again */
    public record Outcome(int renewed, int lost) {

        static final Outcome NOTHING = new Outcome(0, 0);

        public Outcome plus(Outcome other) {
            return new Outcome(renewed + other.renewed, lost + other.lost);
        }
    }

    /**
     * @param table with the columns {@code id} and {@code secrets}; a name from our own code
     * @param kind  the context of a row is {@code kind:id}
     */
    public Uni<Outcome> renew(String table, String kind) {
        return from(table, kind, BEFORE_ALL_IDS, Outcome.NOTHING);
    }

    private Uni<Outcome> from(String table, String kind, String afterId, Outcome soFar) {
        return page(table, afterId)
                .chain(rows -> Multi.createFrom()
                        .iterable(rows)
                        .onItem()
                        .transformToUniAndConcatenate(row -> renew(table, kind, row))
                        .collect()
                        .in(() -> new Outcome[] {soFar}, (sum, one) -> sum[0] = sum[0].plus(one))
                        .chain(sum -> rows.size() < PAGE
                                ? Uni.createFrom().item(sum[0])
                                : from(table, kind, rows.getLast().getString("id"), sum[0])));
    }

    private Uni<List<Row>> page(String table, String afterId) {
        return database.query(
                        "select id, secrets from " + table
                                + " where id > $1 and secrets is not null order by id limit $2",
                        afterId,
                        PAGE)
                .map(rows -> StreamSupport.stream(rows.spliterator(), false).toList());
    }

    private Uni<Outcome> renew(String table, String kind, Row row) {
        var id = row.getString("id");
        var before = row.getBuffer("secrets").getBytes();
        var context = kind + ":" + id;
        return sealer.isOutdated(before)
                .chain(outdated -> outdated
                        ? sealer.open(before, context)
                                .chain(plain -> sealer.seal(plain, context))
                                .chain(after -> replace(table, id, before, after))
                        : Uni.createFrom().item(Outcome.NOTHING))
                .onFailure(failure -> failure instanceof SecretLost || failure instanceof IllegalArgumentException)
                .recoverWithItem(new Outcome(0, 1));
    }

    private Uni<Outcome> replace(String table, String id, byte[] before, byte[] after) {
        return database.query(
                        "update " + table + " set secrets = $3 where id = $1 and secrets = $2",
                        id,
                        Buffer.buffer(before),
                        Buffer.buffer(after))
                .map(RowSet::rowCount)
                .map(rows -> new Outcome(rows, 0));
    }
}
