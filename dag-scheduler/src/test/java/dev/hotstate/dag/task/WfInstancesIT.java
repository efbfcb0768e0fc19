package dev.hotstate.dag.task;

import static dev.hotstate.dag.DagFixture.await;
import static dev.hotstate.dag.DagFixture.newJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.Jobs;
import dev.hotstate.dag.job.JobSnapshot;
import dev.hotstate.dag.job.LoadOutcome;
import dev.hotstate.dag.job.TaskSnapshot;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real graphs and large ones run to the end with eight workers, parents always before children, each task once. */
class WfInstancesIT {

    private static final int WORKERS = 8;
    private static final Duration LOAD_PATIENCE = Duration.ofMinutes(2);

    @RegisterExtension
    static final RedisClusterExtension redis = DagFixture.plan().shared().scanning(DagFixture.scan());

    private final String job = newJob();
    private final Map<String, List<String>> parentsOf = new HashMap<>();
    private final Set<String> done = ConcurrentHashMap.newKeySet();
    private DagFixture dag;
    private RedisClusterHarness cluster;
    private volatile String ended = "";
    private volatile boolean broken;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        this.cluster = cluster;
        dag = new DagFixture(cluster);
        dag.open(dag.keys.partitionOf(job));
    }

    @AfterEach
    void close() {
        dag.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "helloworld-chain-5-chameleon",
                "helloworld-forkjoin-10-chameleon",
                "blast-chameleon-small-001",
                "viralrecon-dirt02-001",
                "epigenomics-chameleon-ilmn-6seq-50k-001",
                "montage-chameleon-dss-15d-001"
            })
    void a_real_graph_runs_to_its_end(String name) throws Exception {
        var file = instances().map(folder -> folder.resolve(name + ".json"));
        assumeTrue(file.isPresent(), "shared/data/wfinstances is not there: real graphs are not run");

        run(name, read(file.get()));
    }

    @Test
    void a_fan_in_of_1100_fires_once() throws Exception {
        var wide = Jobs.named(job);
        var names = IntStream.range(0, 1_100).mapToObj(i -> "t" + i).toList();
        names.forEach(wide::task);
        run("fan-in 1,100", wide.task("join", names).build());
    }

    @Test
    void a_chain_runs_to_its_end() throws Exception {
        runChain(2_000);
    }

    @Test
    @Tag("long")
    void a_long_chain_runs_to_its_end() throws Exception {
        runChain(10_000);
    }

    @Test
    @Tag("long")
    void a_job_of_100000_tasks_is_loaded_and_run() throws Exception {
        var wide = Jobs.named(job).task("root");
        IntStream.range(0, 99_998).forEach(i -> wide.task("t" + i, "root"));
        run("100,000 tasks", wide.task("last", "t0", "t99997").build());
    }

    private void runChain(int length) throws Exception {
        var chain = Jobs.named(job).task("t0");
        IntStream.range(1, length).forEach(i -> chain.task("t" + i, "t" + (i - 1)));
        run("chain " + length, chain.build());
    }

    private void run(String name, JobSnapshot snapshot) throws Exception {
        snapshot.tasks().forEach(task -> parentsOf.put(task.id(), task.dependsOn()));
        var before = cost();
        long begun = System.nanoTime();
        // A hundred thousand tasks take their time on a crowded machine.
        var outcome = (LoadOutcome.Started) dag.loader.load(snapshot).await().atMost(LOAD_PATIENCE);
        long loaded = System.nanoTime();
        var atStart = cost();
        follow(outcome.aftermath());

        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            var ends = new ArrayList<Future<?>>();
            for (int worker = 0; worker < WORKERS; worker++) {
                var wish = NextClaim.unlimited("work", "w" + worker, 1);
                ends.add(workers.submit(() -> work(wish)));
            }
            for (var end : ends) {
                end.get();
            }
        }

        int size = snapshot.tasks().size();
        System.out.printf(
                "%-42s %6d tasks: loaded in %5d ms (%.0f us of Redis per task), run in %5d ms, %.1f us of Redis per call%n",
                name,
                size,
                (loaded - begun) / 1_000_000,
                (double) (atStart.micros() - before.micros()) / size,
                (System.nanoTime() - loaded) / 1_000_000,
                cost().since(atStart).perCall());
        assertThat(done).hasSize(size);
        assertThat(ended).isEqualTo("COMPLETED");
        assertThat(dag.send(Command.of("HGET").key(dag.keys.job(job)).arg("left"))
                        .integer())
                .isZero();
    }

    /** Of scripts, over all nodes. */
    private record Cost(long calls, long micros) {

        Cost since(Cost before) {
            return new Cost(calls - before.calls, micros - before.micros);
        }

        double perCall() {
            return (double) micros / calls;
        }
    }

    private void work(NextClaim wish) {
        try {
            while (!broken && ended.isEmpty()) {
                var outcome = await(dag.tasks.claim(dag.keys.partitionOf(job), wish));
                var next = outcome instanceof ClaimOutcome.Some some ? some.tasks() : List.<ClaimedTask>of();
                while (!next.isEmpty()) {
                    next = complete(next.getFirst(), wish);
                }
            }
        } catch (RuntimeException | Error failure) {
            // Its task ends no more: the others would wait for it for ever.
            broken = true;
            throw failure;
        }
    }

    private List<ClaimedTask> complete(ClaimedTask task, NextClaim wish) {
        var id = task.ticket().id();
        assertThat(done).as("parents of %s", id).containsAll(parentsOf.get(id.task()));
        assertThat(done.add(id.task())).as("%s runs once", id).isTrue();
        var accepted = (AnswerOutcome.Accepted) await(dag.tasks.complete(id, task.attempt(), "", wish));
        follow(accepted.aftermath());
        return accepted.next();
    }

    private void follow(Aftermath aftermath) {
        if (aftermath.more()) {
            for (var told = await(dag.tasks.continueFanout(job));
                    !told.isEmpty();
                    told = await(dag.tasks.continueFanout(job))) {
                told.forEach(part -> follow(part.withoutMore()));
            }
        }
        if (aftermath.jobEnded()) {
            ended = aftermath.ended();
        }
    }

    /** What scripts have cost all nodes so far. */
    private Cost cost() {
        long calls = 0;
        long micros = 0;
        for (var node : cluster.masters()) {
            try (var client = node.connect()) {
                for (var line : client.text("INFO", "commandstats").lines().toList()) {
                    if (line.startsWith("cmdstat_eval")) {
                        calls += Long.parseLong(line.replaceFirst(".*:calls=(\\d+),.*", "$1"));
                        micros += Long.parseLong(line.replaceFirst(".*usec=(\\d+),.*", "$1"));
                    }
                }
            }
        }
        return new Cost(calls, micros);
    }

    private Optional<Path> instances() {
        for (var folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            var found = folder.resolve("shared/data/wfinstances");
            if (Files.isDirectory(found)) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** Their ids are longer than ours may be: tasks are numbered. */
    private JobSnapshot read(Path file) throws IOException {
        var tasks = new ObjectMapper().readTree(file.toFile()).at("/workflow/specification/tasks");
        var numbers = new HashMap<String, String>();
        tasks.forEach(task -> numbers.put(task.get("id").asText(), "t" + numbers.size()));
        var planned = Jobs.named(job);
        tasks.forEach(task -> {
            var parents = new HashSet<String>();
            task.get("parents").forEach(parent -> parents.add(numbers.get(parent.asText())));
            planned.add(TaskSnapshot.pending(
                    numbers.get(task.get("id").asText()),
                    task.get("name").asText(),
                    parents.stream().sorted().toList(),
                    Jobs.spec("work")));
        });
        return planned.build();
    }
}
