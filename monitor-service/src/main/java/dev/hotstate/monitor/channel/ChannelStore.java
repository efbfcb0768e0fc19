package dev.hotstate.monitor.channel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.http.json.Stored;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The table {@code channel}. */
@Singleton
class ChannelStore {

    private static final OffsetDateTime END_OF_TIME =
            Instant.parse("9999-01-01T00:00:00Z").atOffset(ZoneOffset.UTC);

    private final Database database;
    private final ObjectMapper json;

    ChannelStore(Database database, @Stored ObjectMapper json) {
        this.database = database;
        this.json = json;
    }

    /** Newest first. */
    Uni<List<Channel>> page(PageRequest page) {
        var createdBefore = page.after()
                .map(after -> after.instant(0).atOffset(ZoneOffset.UTC))
                .orElse(END_OF_TIME);
        var idBefore = page.after().map(after -> after.text(1)).orElse("");
        return database.query("""
                        select * from channel where (created_at, id) < ($1, $2)
                        order by created_at desc, id desc limit $3""", createdBefore, idBefore, page.fetch()).map(this::channels);
    }

    Uni<Optional<Channel>> find(String id) {
        return database.query("select * from channel where id = $1", id).map(this::first);
    }

    Uni<Optional<Channel>> lock(SqlConnection transaction, String id) {
        return transaction
                .preparedQuery("select * from channel where id = $1 for update")
                .execute(Tuple.of(id))
                .map(this::first);
    }

    Uni<Void> put(SqlConnection transaction, Channel channel) {
        return transaction
                .preparedQuery("""
                        insert into channel (id, name, kind, settings, secrets, tags, enabled, created_at, updated_at)
                        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                        on conflict (id) do update set name = excluded.name, kind = excluded.kind,
                            settings = excluded.settings, secrets = excluded.secrets, tags = excluded.tags,
                            enabled = excluded.enabled, updated_at = excluded.updated_at""")
                .execute(Tuple.from(Arrays.asList(
                        channel.id(),
                        channel.name(),
                        channel.settings().kind(),
                        encode(channel.settings()),
                        Buffer.buffer(channel.sealedSecrets()),
                        channel.tags().toArray(String[]::new),
                        channel.enabled(),
                        channel.createdAt().atOffset(ZoneOffset.UTC),
                        channel.updatedAt().atOffset(ZoneOffset.UTC))))
                .replaceWithVoid();
    }

    Uni<Void> delete(SqlConnection transaction, String id) {
        return transaction
                .preparedQuery("delete from channel where id = $1")
                .execute(Tuple.of(id))
                .replaceWithVoid();
    }

    private Optional<Channel> first(RowSet<Row> rows) {
        return channels(rows).stream().findFirst();
    }

    private List<Channel> channels(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(this::channel)
                .toList();
    }

    private Channel channel(Row row) {
        return new Channel(
                row.getString("id"),
                row.getString("name"),
                decode(row.getJson("settings").toString()),
                row.getBuffer("secrets").getBytes(),
                List.of(row.getArrayOfStrings("tags")),
                row.getBoolean("enabled"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant());
    }

    private JsonObject encode(ChannelSettings settings) {
        try {
            return new JsonObject(json.writerFor(ChannelSettings.class).writeValueAsString(settings));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Settings must be JSON", e);
        }
    }

    private ChannelSettings decode(String text) {
        try {
            return json.readValue(text, ChannelSettings.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Postgres holds settings that can't be read", e);
        }
    }
}
