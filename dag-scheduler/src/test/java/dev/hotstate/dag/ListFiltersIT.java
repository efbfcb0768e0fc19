package dev.hotstate.dag;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is found among many of a kind, page by page. */
@QuarkusTest
class ListFiltersIT {

    private static final String NOOP = "{\"tasks\": [{\"id\": \"a\", \"queue\": \"noop\"}]}";

    @TestHTTPResource
    URI api;

    private final String name =
            "found-%08x".formatted(ThreadLocalRandom.current().nextInt());
    private DagApiClient client;

    @BeforeEach
    void connect() {
        client = new DagApiClient(api);
    }

    @Test
    void tasks_are_found_by_a_part_of_their_id_or_name() {
        assertThat(client.post("/jobs", """
                {"jobId": "%s", "tasks": [{"id": "fetch_1", "queue": "nobody"}, {"id": "b", "name": "Fetch orders", "queue": "other"},
                  {"id": "fetchX1", "queue": "nobody"}, {"id": "report", "queue": "nobody"}]}""".formatted(name)).status()).isEqualTo(201);

        var tasks = "/jobs/" + name + "/tasks?limit=1&text=";
        assertThat(walk(tasks + "FETCH", "task")).containsExactly("fetch_1", "b", "fetchX1");
        assertThat(walk(tasks + "fetch_1", "task")).containsExactly("fetch_1");
        assertThat(walk(tasks + "fetch&queue=other", "task")).containsExactly("b");
        assertThat(walk(tasks + "fetch&status=READY", "task")).containsExactly("fetch_1", "b", "fetchX1");
        assertThat(walk(tasks + "nothing", "task")).isEmpty();
    }

    @Test
    void a_label_with_two_values_could_be_of_no_job() {
        var refused = client.get("/jobs?label=team=a&label=team=b");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().at("/errors/0/detail").asText()).isEqualTo("must be one value for each name");
        assertThat(client.get("/jobs?label=team=a&label=team=a").status()).isEqualTo(200);
    }

    @Test
    void templates_are_found_by_their_words_and_schedules_by_their_template() {
        for (var suffix : List.of("-a", "-b", "-c")) {
            var description = suffix.equals("-c") ? ", \"description\": \"Nightly %s\"".formatted(name) : "";
            assertThat(client.put("/templates/" + name + suffix, "{\"job\": %s%s}".formatted(NOOP, description))
                            .status())
                    .isEqualTo(200);
        }
        var on = schedule(name + "-a", true);
        var off = schedule(name + "-a", false);
        var other = schedule(name + "-b", false);

        var templates = "/templates?limit=1&text=";
        assertThat(walk(templates + name.toUpperCase(Locale.ROOT), "name"))
                .containsExactly(name + "-a", name + "-b", name + "-c");
        assertThat(walk(templates + "nightly%20" + name, "name")).containsExactly(name + "-c");
        var schedules = "/schedules?limit=1&template=" + name;
        assertThat(walk(schedules + "-a", "id")).containsExactlyInAnyOrder(on, off);
        assertThat(walk(schedules + "-a&enabled=true", "id")).containsExactly(on);
        assertThat(walk(schedules + "-b&enabled=false", "id")).containsExactly(other);
        assertThat(walk(schedules + "-c", "id")).isEmpty();
    }

    private String schedule(String template, boolean enabled) {
        var created = client.post("/schedules", """
                {"template": "%s", "cron": "0 3 1 1 *", "zone": "UTC", "enabled": %s}""".formatted(template, enabled));
        assertThat(created.status()).as(created.body().toString()).isEqualTo(201);
        return created.body().get("id").asText();
    }

    /** One value of each item of all pages. */
    private List<String> walk(String path, String value) {
        var found = new ArrayList<String>();
        for (var cursor = ""; cursor != null; ) {
            var page = client.get(path + cursor).body();
            page.get("items").forEach(item -> found.add(item.get(value).asText()));
            cursor = page.hasNonNull("nextCursor")
                    ? "&cursor=" + page.get("nextCursor").asText()
                    : null;
        }
        return found;
    }
}
