package dev.hotstate.kit.http.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.http.caller.Scopes;
import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.kit.http.testing.MovableClock;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyCacheTest {

    private static final Duration TTL = Duration.ofSeconds(5);
    private static final Duration GRACE = Duration.ofMinutes(15);

    private final Map<String, ApiKey> table = new HashMap<>();
    private final MovableClock clock = new MovableClock();
    private final List<String> queries = new ArrayList<>();
    private boolean down;

    private final KeyCache cache = new KeyCache(this::query, clock, TTL, GRACE, 100);

    private Uni<Optional<ApiKey>> query(String id) {
        queries.add(id);
        return down
                ? Uni.createFrom().failure(new PostgresUnavailable())
                : Uni.createFrom().item(Optional.ofNullable(table.get(id)));
    }

    @Test
    void a_key_is_read_once_within_its_time() {
        table.put("a", key("a"));

        find("a");
        find("a");

        assertThat(queries).containsExactly("a");
    }

    @Test
    void a_clock_that_is_set_back_makes_nothing_younger() {
        table.put("a", key("a"));
        find("a");
        table.remove("a");

        clock.advance(Duration.ofHours(-1));

        assertThat(find("a")).isEmpty();
    }

    @Test
    void a_revocation_elsewhere_is_seen_when_the_time_is_over() {
        table.put("a", key("a"));
        find("a");
        table.remove("a");

        assertThat(find("a")).isPresent();
        clock.advance(TTL);
        assertThat(find("a")).isEmpty();
    }

    @Test
    void an_unknown_id_is_remembered_as_such() {
        find("b");
        find("b");

        assertThat(queries).containsExactly("b");
    }

    @Test
    void guessing_does_not_push_out_known_keys() {
        table.put("a", key("a"));
        find("a");

        for (int i = 0; i < 10_000; i++) {
            find("guess" + i);
        }

        assertThat(cache.lastKnown("a")).isPresent();
    }

    @Test
    void a_known_key_outlives_an_outage_for_the_grace() {
        table.put("a", key("a"));
        find("a");
        down = true;

        clock.advance(Duration.ofMinutes(14));
        assertThat(find("a")).isPresent();
        clock.advance(Duration.ofMinutes(2));
        assertThatThrownBy(() -> find("a")).isInstanceOf(PostgresUnavailable.class);
    }

    @Test
    void not_every_caller_waits_for_a_postgres_that_does_not_answer() {
        table.put("a", key("a"));
        find("a");
        down = true;
        clock.advance(TTL);
        queries.clear();

        find("a");
        find("a");

        assertThat(queries).containsExactly("a");
    }

    @Test
    void an_unknown_key_is_neither_right_nor_wrong_during_an_outage() {
        down = true;

        assertThatThrownBy(() -> find("c")).isInstanceOf(PostgresUnavailable.class);
    }

    @Test
    void an_outage_ends_without_ado() {
        table.put("a", key("a"));
        down = true;
        assertThatThrownBy(() -> find("a")).isInstanceOf(PostgresUnavailable.class);

        down = false;

        assertThat(find("a")).isPresent();
    }

    @Test
    void many_who_ask_at_once_share_one_query() {
        var answers = new ArrayList<UniEmitter<? super Optional<ApiKey>>>();
        var slow = new KeyCache(id -> Uni.createFrom().emitter(answers::add), clock, TTL, GRACE, 100);
        var seen = new ArrayList<Optional<ApiKey>>();

        for (int i = 0; i < 100; i++) {
            slow.find("a").subscribe().with(seen::add);
        }
        assertThat(answers).hasSize(1);
        answers.getFirst().complete(Optional.of(key("a")));

        assertThat(seen).hasSize(100).allMatch(Optional::isPresent);
    }

    @Test
    void a_query_that_was_under_way_when_the_key_was_revoked_does_not_bring_it_back() {
        var answers = new ArrayList<UniEmitter<? super Optional<ApiKey>>>();
        var slow = new KeyCache(id -> Uni.createFrom().emitter(answers::add), clock, TTL, GRACE, 100);
        slow.find("a").subscribe().with(found -> {});

        slow.forget("a");
        answers.getFirst().complete(Optional.of(key("a")));

        assertThat(slow.lastKnown("a")).isEmpty();
    }

    private Optional<ApiKey> find(String id) {
        return cache.find(id).await().atMost(Duration.ofSeconds(20));
    }

    private static ApiKey key(String id) {
        var hash = SecretHash.of(id);
        return new ApiKey(id, id, hash, new Scopes(Set.of("read")), Instant.EPOCH, "test", null, null, null, null);
    }
}
