package dev.hotstate.dag.insight;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.DagApiClient;
import dev.hotstate.kit.http.postgres.Database;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which queues and workers there are said to be. */
@QuarkusTest
class QueueNamesIT {

    @TestHTTPResource
    URI api;

    @Inject
    Database database;

    private final String name =
            "named-%08x".formatted(ThreadLocalRandom.current().nextInt());
    private DagApiClient client;

    @BeforeEach
    void connect() {
        client = new DagApiClient(api);
    }

    @Test
    void a_queue_is_listed_however_many_jobs_were_submitted_since() {
        var answer = client.post("/jobs", "{\"tasks\": [{\"id\": \"a\", \"queue\": \"%s\"}]}".formatted(name));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
        // Of which nothing else takes notice: they are not stored as a whole.
        query("""
                insert into job (id, name, created_by, body_hash, task_count, on_failure, durability, created_at, submitted_at, queues)
                select $1 || '-' || n, 'many', 'test', '', 1, 'continue', 'redis', now(), now(), array[$1 || '-other']
                from generate_series(1, 1200) as n""");
        try {
            await().atMost(ofSeconds(30)).untilAsserted(() -> {
                assertThat(queue(name).path("ready").asInt()).isOne();
                assertThat(queue(name + "-other").path("ready").asInt()).isZero();
            });
        } finally {
            query("delete from job where id like $1 || '-%'");
        }
    }

    @Test
    void queues_and_workers_are_walked_through_page_by_page() {
        var names = List.of(name + "-a", name + "-b", name + "-c");
        names.forEach(queue -> assertThat(client.post(
                                "/queues/" + queue + "/claims",
                                "{\"worker\": \"W-%s\", \"waitMs\": 0}".formatted(queue))
                        .status())
                .isEqualTo(200));

        for (var list : List.of("/queues", "/workers")) {
            var shown = list.equals("/queues")
                    ? names
                    : names.stream().map(queue -> "W-" + queue).toList();
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(walk(list + "?limit=1&text=" + name.toUpperCase(Locale.ROOT)))
                            .isEqualTo(shown));
            assertThat(walk(list + "?limit=1")).containsAll(shown).isSorted().doesNotHaveDuplicates();
            assertThat(client.get(list).body())
                    .extracting(one -> one.get("name").asText())
                    .containsAll(shown);
        }
        assertThat(walk("/workers?queue=" + names.getFirst())).containsExactly("W-" + names.getFirst());
    }

    /** The names of all pages. */
    private List<String> walk(String path) {
        var names = new ArrayList<String>();
        for (var cursor = ""; cursor != null; ) {
            var page = client.get(path + cursor).body();
            page.get("items").forEach(one -> names.add(one.get("name").asText()));
            cursor = page.hasNonNull("nextCursor")
                    ? "&cursor=" + page.get("nextCursor").asText()
                    : null;
        }
        return names;
    }

    @Test
    void a_worker_is_listed_before_there_is_anything_to_do() {
        var claimed = client.post("/queues/" + name + "/claims", "{\"worker\": \"%s\", \"waitMs\": 0}".formatted(name));
        assertThat(claimed.status()).isEqualTo(200);
        await().atMost(ofSeconds(30)).untilAsserted(() -> {
            assertThat(queue(name).path("workers").asInt()).isOne();
            assertThat(client.get("/workers").body()).anySatisfy(worker -> {
                assertThat(worker.path("name").asText()).isEqualTo(name);
                assertThat(worker.path("queues").toString()).contains(name);
            });
        });
    }

    private JsonNode queue(String wanted) {
        for (var queue : client.get("/queues").body()) {
            if (queue.path("name").asText().equals(wanted)) {
                return queue;
            }
        }
        throw new AssertionError("no queue is called " + wanted);
    }

    private void query(String sql) {
        database.query(sql, name).await().atMost(ofSeconds(10));
    }
}
