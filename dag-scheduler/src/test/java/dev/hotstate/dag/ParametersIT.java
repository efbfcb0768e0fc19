package dev.hotstate.dag;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no list could hold is refused and named: an empty list would say that there is none. */
@QuarkusTest
class ParametersIT {

    private static final String JOB = "parameters";

    @TestHTTPResource
    URI api;

    private DagApiClient client;

    @BeforeEach
    void submit() {
        client = new DagApiClient(api);
        var answer = client.post("/jobs", """
                {"jobId": "%s", "name": "p", "tasks": [{"id": "a", "queue": "nobody"}]}""".formatted(JOB));
        assertThat(answer.status()).as(answer.body().toString()).isIn(200, 201);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            /jobs?status=NOPE                          | status | must be one of PENDING, RUNNING, COMPLETED, FAILED, CANCELLED
            /jobs?status=failed                        | status | must be one of PENDING, RUNNING, COMPLETED, FAILED, CANCELLED
            /jobs?status=READY                         | status | must be one of PENDING, RUNNING, COMPLETED, FAILED, CANCELLED
            /jobs?limit=-1                             | limit  | must be between 1 and 500
            /jobs?limit=501                            | limit  | must be between 1 and 500
            /jobs?limit=many                           | limit  | must be a number that fits
            /jobs?limit=99999999999                    | limit  | must be a number that fits
            /jobs?label=colour                         | label  | must be name=value
            /jobs?label=a=b&label==b                   | label  | must be name=value
            /jobs/parameters/tasks?status=NOPE         | status | must be one of PENDING, READY, RUNNING, RETRY_WAIT, COMPLETED, FAILED, SKIPPED, CANCELLED
            /jobs/parameters/tasks?limit=0             | limit  | must be between 1 and 1000
            /jobs/parameters/tasks?queue=a%20b         | queue  | must be 1 to 40 letters, digits, _ and -
            /jobs/parameters/events?order=sideways     | order  | must be oldest or newest
            /jobs/parameters/events?limit=-1           | limit  | must be between 1 and 1000
            /jobs/parameters/graph?view=NOPE           | view   | must be tasks or folded
            /jobs/parameters/timeline?view=NOPE        | view   | must be tasks or folded
            /jobs/parameters/find                      | q      | is needed
            /tasks/parameters.a/logs?limit=-1          | limit  | must be between 1 and 1000
            /tasks/parameters.a/logs?order=sideways    | order  | must be oldest or newest
            /tasks/parameters.a/logs?attempt=x         | attempt | must be a number that fits
            /tasks/parameters.a/logs?attempt=0         | attempt | must be greater than or equal to 1
            /tasks/parameters.a/attempts?limit=0       | limit  | must be between 1 and 1000
            /tasks/parameters.a/attempts?limit=1001    | limit  | must be between 1 and 1000
            /tasks/parameters.a/attempts?limit=many    | limit  | must be a number that fits
            /tasks/parameters.a/attempts?run=0         | run    | must be 1
            /tasks/parameters.a/attempts?run=2         | run    | must be 1
            /tasks/parameters.a/attempts?run=-2147483648 | run  | must be 1
            /tasks/parameters.a/attempts?order=NEWEST  | order  | must be oldest or newest
            /tasks/parameters.a/attempts?outcome=READY | outcome | must be one of RUNNING, COMPLETED, FAILED, RETRY_WAIT, LOST, CANCELLED, UNKNOWN
            /tasks/parameters.a/attempts?verdict=LATE  | verdict | must be one of ACCEPTED, DUPLICATE, STALE
            /jobs/parameters/events?status=READ        | status | must be one of PENDING, READY, RUNNING, RETRY_WAIT, COMPLETED, FAILED, SKIPPED, CANCELLED, PAUSED, RESUMED, CANCELLING, ADDED
            /jobs/parameters/events?verdict=accepted   | verdict | must be one of ACCEPTED, DUPLICATE, STALE
            /queues?limit=0                            | limit  | must be between 1 and 1000
            /workers?limit=1001                        | limit  | must be between 1 and 1000
            /workers?queue=a%20b                       | queue  | must be 1 to 40 letters, digits, _ and -
            /templates?limit=-1                        | limit  | must be between 1 and 500
            /schedules?limit=-1                        | limit  | must be between 1 and 500
            /schedules/any/fires?limit=-1              | limit  | must be between 1 and 500
            /schedules/any/fires?state=lost            | state  | must be pending, submitted or refused
            /schedules?enabled=maybe                   | enabled | must be true or false
            /schedules/any/next?count=-1               | count  | must be between 1 and 100
            /schedules/any/next?count=x                | count  | must be a number that fits
            """)
    void a_value_that_can_not_be_is_refused_with_what_can(String path, String parameter, String detail) {
        var answer = client.get(path);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(400);
        assertThat(answer.body().get("type").asText()).endsWith("#invalid-input");
        assertThat(answer.body().at("/errors/0/parameter").asText()).isEqualTo(parameter);
        assertThat(answer.body().at("/errors/0/detail").asText()).isEqualTo(detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /jobs                        | nonsense
            /jobs                        | tasks 1
            /jobs                        | jobs
            /jobs                        | jobs never parameters
            /jobs                        | jobs 2026-01-01T00:00:00Z
            /jobs/parameters/tasks       | tasks x
            /jobs/parameters/tasks       | tasks 99999999999
            /jobs/parameters/events      | events 1
            /jobs/parameters/events      | events x y
            /tasks/parameters.a/logs     | logs x
            /tasks/parameters.a/logs     | attempts 1
            /tasks/parameters.a/attempts | attempts
            /tasks/parameters.a/attempts | attempts x
            /tasks/parameters.a/attempts | logs 1
            /queues                      | workers a
            /workers                     | queues a
            /templates                   | templates
            /schedules                   | schedules
            /schedules/any/fires         | jobs 1
            """)
    void a_cursor_of_another_list_or_of_none_is_refused(String path, String values) {
        var text = values.replace(' ', '\u001f');
        var cursor = Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
        var answer = client.get(path + "?cursor=" + cursor);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(400);
        assertThat(answer.body().get("type").asText()).endsWith("#invalid-cursor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pause", "resume", "cancel", "rerun"})
    void what_can_be_the_id_of_no_job_is_refused_by_all_that_is_done_to_jobs(String what) {
        for (var id : List.of("%20", "%F0%9F%98%80", "%ff")) {
            var answer = client.post("/jobs/" + id + "/" + what, "{}");
            assertThat(answer.status()).as(answer.body().toString()).isEqualTo(400);
            assertThat(answer.body().get("type").asText()).endsWith("#invalid-id");
        }
    }

    @ParameterizedTest
    @CsvSource({"/jobs/parameters/verify?repair=maybe, repair", "/schedules/preview?count=101, count"})
    void what_is_sent_with_a_body_is_checked_alike(String path, String parameter) {
        var answer = client.post(path, """
                {"cron": "0 3 * * *", "zone": "Europe/Berlin"}""");
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(400);
        assertThat(answer.body().at("/errors/0/parameter").asText()).isEqualTo(parameter);
    }
}
