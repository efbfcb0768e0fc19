package dev.hotstate.dag.importer;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.graph.Graphs;
import dev.hotstate.dag.graph.TaskNode;
import dev.hotstate.dag.graph.WfInstances;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobDocumentTest {

    /** Tasks and dependencies as the evidence counted them. */
    private static final Map<String, List<Integer>> COUNTED = Map.of(
            WfInstances.CHAIN, List.of(5, 4),
            WfInstances.FORK_JOIN, List.of(10, 16),
            WfInstances.BLAST, List.of(43, 120),
            WfInstances.VIRALRECON, List.of(203, 343),
            WfInstances.EPIGENOMICS, List.of(1695, 2108),
            WfInstances.MONTAGE, List.of(2122, 6114));

    @Test
    void yaml_is_short_and_says_everything() throws Exception {
        var job = JobDocument.read("""
                id: nightly-1
                name: nightly report
                by: ann
                queue: reports
                retries: 2
                concurrency: 4
                onFailure: cancel
                tasks:
                  fetch:
                  count:
                    after: fetch
                    retries: 5
                    backoff: 10s
                    timeout: 5m
                  report:
                    name: The report
                    after: [fetch, count]
                    rule: all_done
                    when: outputs.count.rows > 0
                    payload: {to: boss, copies: 3}
                """);
        assertThat((JsonNode) job).isEqualTo(new ObjectMapper().readTree("""
                {"jobId": "nightly-1", "name": "nightly report", "createdBy": "ann", "limits": {"concurrency": 4},
                 "onFailure": "cancel",
                 "tasks": [
                   {"queue": "reports", "maxRetries": 2, "id": "fetch"},
                   {"queue": "reports", "maxRetries": 5, "id": "count", "dependsOn": ["fetch"], "backoff": "PT10S", "timeout": "PT5M"},
                   {"queue": "reports", "maxRetries": 2, "id": "report", "name": "The report", "dependsOn": ["fetch", "count"],
                    "triggerRule": "all_done", "condition": "outputs.count.rows > 0", "payload": {"to": "boss", "copies": 3}}]}"""));
    }

    @Test
    void the_body_of_post_jobs_is_a_document_too() {
        var job = JobDocument.read(
                "{\"name\": \"x\", \"tasks\": [{\"id\": \"a\"}, {\"id\": \"b\", \"dependsOn\": [\"a\"]}]}");
        assertThat(nodes(job)).containsExactly(TaskNode.of("a"), TaskNode.of("b", "a"));
    }

    @ParameterizedTest
    @CsvSource({"500ms, PT0.500S", "30s, PT30S", "5m, PT5M", "5 min, PT5M", "2h, PT2H", "1d, P1D", "PT90S, PT90S"})
    void durations(String written, String iso) {
        var job = JobDocument.read("tasks: {a: {timeout: " + written + "}}");
        assertThat(job.at("/tasks/0/timeout").asText()).isEqualTo(iso);
    }

    @Test
    void what_is_not_understood_is_refused_with_its_place() {
        assertThatThrownBy(() -> JobDocument.read("""
                        nmae: x
                        tasks:
                          a: {aftr: b, timeout: soon}
                          b: 7
                        """))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.errors())
                                .extracting(FieldError::pointer)
                                .containsExactlyInAnyOrder("/nmae", "/tasks/a/aftr", "/tasks/a/timeout", "/tasks/b"));
        assertThatThrownBy(() -> JobDocument.read("- a\n- b")).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> JobDocument.read("tasks: [")).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> JobDocument.read("{\"tasks\": ")).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> JobDocument.read("")).isInstanceOf(Refusal.class);
    }

    @Test
    void a_task_that_is_there_twice_is_refused_and_so_is_a_second_document() {
        for (var twice : List.of(
                "tasks: {a: {queue: x}, b: , a: {after: b}}",
                "{\"tasks\": [{\"id\": \"a\", \"id\": \"b\"}]}",
                "tasks: {a: }\n---\ntasks: {b: }",
                "{\"tasks\": []} {}")) {
            assertThatThrownBy(() -> JobDocument.read(twice))
                    .as(twice)
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.errors().getFirst().detail())
                                    .isNotBlank()
                                    .doesNotContain("-1"));
        }
        assertThatThrownBy(() -> JobDocument.read("tasks:\n  a:\n  b:\n  a:\n"))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.errors().getFirst().detail()).contains("'a'", "line 4"));
    }

    @Test
    void an_alias_is_refused_and_not_taken_for_a_text() {
        assertThatThrownBy(() -> JobDocument.read("tasks:\n  a: {payload: &p {x: 1}}\n  b: {payload: *p}\n"))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.errors().getFirst().detail()).contains("alias", "line 3"));
    }

    @Test
    void words_that_yaml_once_took_for_truth_are_texts() {
        var job = JobDocument.read("name: no\ntasks: {a: {payload: [on, yes, true]}}");
        assertThat(job.get("name").textValue()).isEqualTo("no");
        assertThat(job.at("/tasks/0/payload").toString()).isEqualTo("[\"on\",\"yes\",true]");
    }

    @Test
    void a_document_that_blows_itself_up_stays_small() {
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int level = 1; level < 20; level++) {
            var alias = "*a" + (level - 1);
            bomb.append(
                    "a%d: &a%d [%s]\n".formatted(level, level, String.join(", ", List.of(alias, alias, alias, alias))));
        }
        assertThatThrownBy(() -> JobDocument.read(bomb + "tasks: {a: {payload: *a19}}"))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void all_workflow_instances_are_read_with_all_tasks_and_dependencies() {
        WfInstances.ALL.forEach(name -> {
            var graph = Graphs.sound(nodes(JobDocument.read(WfInstances.text(name))));
            assertThat(List.of(graph.size(), graph.edges().count())).as(name).isEqualTo(COUNTED.get(name));
        });
    }

    @Test
    void long_foreign_ids_stay_readable_and_distinct() {
        var ids = new ShortIds();
        assertThat(ids.of("mProject_ID0000002")).isEqualTo("mProject_ID0000002");
        assertThat(ids.of("NFCORE_VIRALRECON.ILLUMINA.PREPARE_GENOME.COLLAPSE_PRIMERS_9"))
                .isEqualTo("COLLAPSE_PRIMERS_9");
        assertThat(ids.of("fast2bfq_fast2bfq_080603_ILMN-GA001_0003_205WWAAXX_TAQ1_s_1_sequence_1_ID0000002"))
                .isEqualTo("fast2bfq_ID0000002");
        assertThat(ids.of("fast2bfq_" + "x".repeat(60) + "_ID0000002")).isEqualTo("fast2bfq_ID0000002_2");
        assertThat(ids.of("a b/c")).isEqualTo("a_b_c");
        assertThat(ids.of("...")).isEqualTo("_");
        assertThat(ids.of("äöü")).isEqualTo("__2");
    }

    /** As many as a job may have. Counted up from 2 for each of them, they took minutes. */
    @Test
    void a_hundred_thousand_foreign_ids_may_end_alike() {
        var ids = new ShortIds();
        var all = assertTimeoutPreemptively(
                ofSeconds(20),
                () -> IntStream.range(0, 100_000)
                        .mapToObj(number -> ids.of(number + ".run"))
                        .toList());
        assertThat(all)
                .doesNotHaveDuplicates()
                .startsWith("run", "run_2", "run_3")
                .endsWith("run_100000");
        assertThat(ids.of("run_7")).isEqualTo("run_7_2");
        assertThat(ids.of("run")).isEqualTo("run_100001");
    }

    private static List<TaskNode> nodes(JsonNode job) {
        var nodes = new ArrayList<TaskNode>();
        for (var task : job.get("tasks")) {
            var parents = new ArrayList<String>();
            task.path("dependsOn").forEach(parent -> parents.add(parent.asText()));
            nodes.add(new TaskNode(task.get("id").asText(), parents));
        }
        return nodes;
    }
}
