package dev.hotstate.dag.task;

import static dev.hotstate.dag.DagFixture.await;
import static dev.hotstate.dag.DagFixture.newJob;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.job.LoadOutcome;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.RandomJobs.PlannedJob;
import dev.hotstate.dag.task.TaskStore.Verdict;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many random jobs at once, eight workers that fail, repeat themselves and lie about attempts: each ends as an oracle says. */
class OracleIT {

    private static final int WORKERS = 8;

    @RegisterExtension
    static final RedisClusterExtension redis = DagFixture.plan().shared().scanning(DagFixture.scan());

    private DagFixture dag;
    private TaskStore store;
    private final Map<String, PlannedJob> jobs = new ConcurrentHashMap<>();
    private final Map<String, String> endedJobs = new ConcurrentHashMap<>();
    private final Set<TaskId> ending = ConcurrentHashMap.newKeySet();
    private final Map<TaskId, Integer> tries = new ConcurrentHashMap<>();
    private volatile boolean broken;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        dag = new DagFixture(cluster);
        // A budget of one child leaves as much as possible over.
        store = new TaskStore(dag.scripts, dag.keys, dag.queues, 1);
        dag.partitions.all().forEach(dag::open);
    }

    @AfterEach
    void close() {
        dag.close();
    }

    @Test
    void every_task_ends_as_its_rule_and_its_parents_say() throws Exception {
        run(500);
    }

    @Test
    @Tag("long")
    void every_task_of_thousands_of_jobs_ends_as_its_rule_and_its_parents_say() throws Exception {
        run(5_000);
    }

    private void run(int count) throws Exception {
        long seed = Long.getLong("hotstate.seed", System.nanoTime());
        System.out.println("OracleIT: -Dhotstate.seed=" + seed);
        var random = new Random(seed);
        for (int i = 0; i < count; i++) {
            var job = RandomJobs.draw(newJob(), random, 14);
            jobs.put(job.id(), job);
        }

        var partitions =
                jobs.keySet().stream().map(dag.keys::partitionOf).distinct().toList();
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            var begun = workers.submit(() -> load(jobs.values()));
            var ends = new ArrayList<Future<?>>();
            for (int worker = 0; worker < WORKERS; worker++) {
                var own = new Random(seed + worker);
                ends.add(workers.submit(() -> work(partitions, own)));
            }
            begun.get();
            for (var end : ends) {
                end.get();
            }
        }

        for (var job : jobs.values()) {
            assertThat(states(job))
                    .as("seed %d, %s: %s", seed, job.id(), job.plans())
                    .isEqualTo(RandomJobs.ends(job));
            var failed = RandomJobs.ends(job).containsValue("F");
            assertThat(endedJobs).as("seed %d", seed).containsEntry(job.id(), failed ? "FAILED" : "COMPLETED");
        }
        assertThat(tries).as("seed %d", seed).isEqualTo(plannedTries());
    }

    private Map<TaskId, Integer> plannedTries() {
        var planned = new HashMap<TaskId, Integer>();
        for (var job : jobs.values()) {
            for (var task : RandomJobs.handedOut(job)) {
                planned.put(new TaskId(job.id(), task), job.plans().get(task).tries());
            }
        }
        return planned;
    }

    private void load(Collection<PlannedJob> all) {
        try {
            all.forEach(this::load);
        } catch (RuntimeException | Error failure) {
            broken = true;
            throw failure;
        }
    }

    private void load(PlannedJob job) {
        var outcome = await(dag.loader.load(job.snapshot()));
        assertThat(outcome).isInstanceOf(LoadOutcome.Started.class);
        follow(((LoadOutcome.Started) outcome).aftermath());
    }

    private void work(List<Partition> partitions, Random random) {
        try {
            while (!broken && endedJobs.size() < jobs.size()) {
                var partition = partitions.get(random.nextInt(partitions.size()));
                var outcome = await(store.claim(partition, NextClaim.unlimited("work", "w", 1 + random.nextInt(5))));
                if (outcome instanceof ClaimOutcome.Some some) {
                    some.tasks().forEach(task -> run(task, random));
                }
            }
        } catch (RuntimeException | Error failure) {
            // Its task ends no more: the others would wait for it for ever.
            broken = true;
            throw failure;
        }
    }

    private void run(ClaimedTask task, Random random) {
        var id = task.ticket().id();
        var job = jobs.get(id.job());
        var plan = job.plans().get(id.task());
        RandomJobs.awaitedParents(job, id.task())
                .forEach(parent -> assertThat(ending).as("parent of %s", id).contains(new TaskId(id.job(), parent)));
        int tried = tries.merge(id, 1, Integer::sum);
        if (random.nextInt(10) == 0) {
            assertThat(await(store.complete(id, "12345", "", NextClaim.nothing("work", "w"))))
                    .isInstanceOf(AnswerOutcome.Stale.class);
        }
        boolean fails = tried <= plan.failures();
        if (tried == plan.tries()) {
            ending.add(id);
        }
        answer(task, fails);
        if (random.nextInt(5) == 0) {
            var again = fails
                    ? store.fail(id, task.attempt(), FailureKind.FAILED, "again")
                    : store.complete(id, task.attempt(), "", NextClaim.nothing("work", "w"));
            // After a retry was claimed elsewhere the old attempt does not count; otherwise the same answer comes.
            assertThat(await(again)).isInstanceOfAny(AnswerOutcome.Duplicate.class, AnswerOutcome.Stale.class);
        }
    }

    private void answer(ClaimedTask task, boolean fails) {
        var id = task.ticket().id();
        var outcome = await(
                fails
                        ? store.fail(id, task.attempt(), FailureKind.FAILED, "planned")
                        : store.complete(id, task.attempt(), "", NextClaim.nothing("work", "w")));
        assertThat(outcome).as("%s", id).isInstanceOf(AnswerOutcome.Accepted.class);
        follow(((AnswerOutcome.Accepted) outcome).aftermath());
    }

    private void follow(Aftermath aftermath) {
        if (aftermath.jobEnded()) {
            assertThat(endedJobs.put(aftermath.job(), aftermath.ended()))
                    .as("ended once")
                    .isNull();
        }
        for (var task : aftermath.checks()) {
            var verdict = switch (jobs.get(aftermath.job()).plans().get(task).condition()) {
                case HOLDS -> Verdict.RUN;
                case SKIPS -> Verdict.SKIP;
                case BREAKS -> Verdict.FAIL;
                case NONE -> throw new AssertionError(task + " has no condition");
            };
            var id = new TaskId(aftermath.job(), task);
            await(store.decide(id, verdict, "planned")).forEach(this::follow);
            assertThat(await(store.decide(id, Verdict.RUN, "")))
                    .as("decided once")
                    .isEmpty();
        }
        if (aftermath.more()) {
            for (var told = await(store.continueFanout(aftermath.job()));
                    !told.isEmpty();
                    told = await(store.continueFanout(aftermath.job()))) {
                told.forEach(part -> follow(part.withoutMore()));
            }
        }
    }

    private Map<String, String> states(PlannedJob job) {
        var flat = dag.send(Command.of("HGETALL").key(dag.keys.state(job.id()))).list();
        var states = new HashMap<String, String>();
        for (int at = 0; at < flat.size(); at += 2) {
            var packed = flat.get(at + 1).text();
            boolean forAFailure = packed.startsWith("S|0|F");
            states.put(flat.get(at).text(), packed.charAt(0) + (forAFailure ? "F" : ""));
        }
        return states;
    }
}
