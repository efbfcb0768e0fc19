package dev.hotstate.kit.http.postgres;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.RedisKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Work that takes a while, and tells the test when it has begun. */
@Path("/slow")
@PermitAll
public class SlowResource {

    private static final String NAP = "select pg_sleep(0.005)";

    private final Database database;
    private final RedisRouter redis;
    private final RedisKey counter;
    private final Map<Integer, CompletableFuture<Void>> expected = new ConcurrentHashMap<>();

    SlowResource(Database database, RedisRouter redis, KeySpace keys) {
        this.database = database;
        this.redis = redis;
        this.counter = keys.key("slow", "requests");
    }

    CompletableFuture<Void> expect(int number) {
        return expected.computeIfAbsent(number, absent -> new CompletableFuture<>());
    }

    @GET
    @Path("/query")
    public Uni<Integer> query(@QueryParam("number") int number) {
        begin(number);
        return database.query(NAP).map(RowSet::size);
    }

    @GET
    @Path("/transaction")
    public Uni<Integer> transaction(@QueryParam("number") int number) {
        begin(number);
        return database.inTransaction(transaction -> transaction.query(NAP).execute())
                .map(RowSet::size);
    }

    /** Redis first, then Postgres, so that the client leaves in the middle of either. */
    @GET
    @Path("/both")
    public Uni<Integer> both(@QueryParam("number") int number) {
        begin(number);
        return redis.send(Command.of("INCR").key(counter))
                .chain(() -> database.query(NAP))
                .map(RowSet::size);
    }

    private void begin(int number) {
        Objects.requireNonNull(expected.remove(number)).complete(null);
    }
}
