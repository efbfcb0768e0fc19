package dev.hotstate.kit.http.audit;

import static dev.hotstate.kit.http.testing.Answers.isProblem;
import static dev.hotstate.kit.http.testing.Keys.as;
import static dev.hotstate.kit.http.testing.Keys.asAdmin;
import static dev.hotstate.kit.http.testing.Keys.create;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.equalTo;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.testing.KitTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@KitTest
class AuditIT {

    private static final String INSERT =
            "insert into audit_log (actor, action, object, detail, request_id) values ('test', 'tested', $1, $2, 'r')";

    @Inject
    Database database;

    @Inject
    AuditLog audit;

    @Test
    void a_change_is_recorded_with_who_what_and_in_which_request() {
        var key = create("read");

        asAdmin()
                .header("X-Request-Id", "revoke-request")
                .delete("/api-keys/" + key.id())
                .then()
                .statusCode(204);

        asAdmin()
                .get("/audit?limit=2")
                .then()
                .statusCode(200)
                .body("items[0].action", equalTo("api-key.revoked"))
                .body("items[0].object", equalTo(key.id()))
                .body("items[0].actor", equalTo("bootstrap (bootstrap)"))
                .body("items[0].requestId", equalTo("revoke-request"))
                .body("items[1].action", equalTo("api-key.created"))
                .body("items[1].detail.scopes", equalTo(List.of("read")));
    }

    @Test
    void a_change_that_fails_leaves_no_entry() {
        var before = newestId();

        var failing = database.inTransaction(transaction -> transaction
                .preparedQuery(INSERT)
                .execute(Tuple.of("x", new JsonObject()))
                .chain(() -> Uni.createFrom().failure(new IllegalStateException("later step"))));

        assertThatThrownBy(() -> failing.await().atMost(Duration.ofSeconds(20))).hasMessage("later step");
        assertThat(newestId()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"update audit_log set actor = 'nobody'", "delete from audit_log", "truncate audit_log"})
    void postgres_refuses_to_change_the_past(String sql) {
        create("read");

        assertThatThrownBy(() -> run(sql)).hasMessageContaining("audit_log is append-only");
    }

    @Test
    void concurrent_changes_form_one_chain() {
        var changes = IntStream.range(0, 40)
                .mapToObj(i -> database.query(INSERT, "object " + i, new JsonObject().put("i", i))
                        .replaceWithVoid())
                .toList();

        Uni.join().all(changes).andFailFast().await().atMost(Duration.ofSeconds(20));

        assertThat(firstForged()).isEmpty();
        asAdmin().get("/audit/integrity").then().body("sound", equalTo(true));
    }

    @Test
    void a_service_that_hangs_in_a_change_holds_up_no_other() {
        var ownLock = "select pg_try_advisory_xact_lock(hashtext(current_schema() || '.audit_log')) as free";
        var lockOfAll = "select pg_try_advisory_xact_lock(hashtext('audit_log')) as free";

        var free = database.inTransaction(hanging -> hanging.preparedQuery(INSERT)
                .execute(Tuple.of("x", new JsonObject()))
                .chain(() -> Uni.join().all(isFree(ownLock), isFree(lockOfAll)).andFailFast()));

        assertThat(free.await().atMost(Duration.ofSeconds(20))).containsExactly(false, true);
    }

    /** Asked by another session than the one that may hold it. */
    private Uni<Boolean> isFree(String lock) {
        return database.query(lock).map(rows -> rows.iterator().next().getBoolean("free"));
    }

    @Test
    void a_forged_entry_is_found() {
        create("read");
        create("read");
        long forged = newestId() - 1;
        var original = database.query("select actor from audit_log where id = $1", forged)
                .map(rows -> rows.iterator().next().getString("actor"))
                .await()
                .atMost(Duration.ofSeconds(20));

        forge(forged, "nobody");
        assertThat(firstForged()).hasValue(forged);

        forge(forged, original);
        assertThat(firstForged()).isEmpty();
    }

    @Test
    void a_log_of_several_pages_is_checked_to_its_end() {
        run("insert into audit_log (actor, action, object, detail, request_id)"
                + " select 'test', 'tested', 'bulk', '{}', 'r' from generate_series(1, 2500)");
        assertThat(firstForged()).isEmpty();
        long forged = newestId() - 1;

        forge(forged, "nobody");
        assertThat(firstForged()).hasValue(forged);

        forge(forged, "test");
        assertThat(firstForged()).isEmpty();
    }

    @Test
    void the_log_is_read_in_pages_without_gaps() {
        for (int i = 0; i < 5; i++) {
            create("read");
        }
        var seen = new ArrayList<Integer>();
        String cursor = null;
        int limit = 3;
        do {
            var request = cursor == null ? asAdmin() : asAdmin().queryParam("cursor", cursor);
            var page =
                    request.get("/audit?limit=" + limit).then().statusCode(200).extract();
            seen.addAll(page.path("items.id"));
            cursor = page.path("nextCursor");
            // Other tests leave thousands: from page to page more at once.
            limit = Math.min(2 * limit, 200);
        } while (cursor != null);

        assertThat(seen)
                .containsExactlyElementsOf(IntStream.iterate(seen.getFirst(), id -> id > 0, id -> id - 1)
                        .boxed()
                        .toList());
    }

    @Test
    void only_an_administrator_reads_it() {
        isProblem(as(create("write")).get("/audit"), KitProblem.NOT_ALLOWED);
    }

    private void forge(long id, String actor) {
        run("alter table audit_log disable trigger audit_log_append_only");
        run("update audit_log set actor = '" + actor + "' where id = " + id);
        run("alter table audit_log enable trigger audit_log_append_only");
    }

    private OptionalLong firstForged() {
        return audit.firstForged().await().atMost(Duration.ofSeconds(20));
    }

    private long newestId() {
        return database.query("select coalesce(max(id), 0) as id from audit_log")
                .map(rows -> rows.iterator().next().getLong("id"))
                .await()
                .atMost(Duration.ofSeconds(20));
    }

    private void run(String sql) {
        database.query(sql).await().atMost(Duration.ofSeconds(20));
    }
}
