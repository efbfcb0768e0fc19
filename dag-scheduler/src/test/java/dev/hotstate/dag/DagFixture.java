package dev.hotstate.dag;

import static java.time.Duration.ofSeconds;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.job.JobLoader;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.task.DueStore;
import dev.hotstate.dag.task.JobQueues;
import dev.hotstate.dag.task.TaskStore;
import dev.hotstate.kit.backends.redis.RespClient;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Credentials;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.NodeGuard;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.connection.RouterOptions;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.redis.script.ScriptMetrics;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.kit.testing.mutiny.MutinyContexts;
import dev.hotstate.kit.testing.redis.HarnessPlan;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The stores of the service over a cluster of the test's own, logged in as the service: nothing else moves tasks here. */
public final class DagFixture implements AutoCloseable {

    private static final AtomicInteger JOBS = new AtomicInteger();
    /** These tests crowd the machine and are not about time. */
    private static final Duration DEADLINE = ofSeconds(5);

    private static final DagKeys KEYS = new DagKeys(new KeySpace("test", "dag"), Partitions.lettered('d'));
    private static final Pattern KEY_OF_A_JOB = Pattern.compile(
            "test:dag:(job|state|edges|children|roots|visited|cursor|outputs|task):\\{[^{}]+}(?<job>[^.:]+).*");

    static {
        MutinyContexts.prepare();
    }

    public final Vertx vertx = Vertx.vertx();
    public final Partitions partitions = Partitions.lettered('d');
    public final DagKeys keys;
    public final RedisRouter router;
    public final Scripts scripts;
    public final JobQueues queues;
    public final TaskStore tasks;
    public final DueStore due;
    public final JobLoader loader;

    public DagFixture(RedisClusterHarness cluster) {
        keys = new DagKeys(new KeySpace(cluster.env(), "dag"), partitions);
        var seeds = cluster.nodes().stream()
                .map(cluster::address)
                .map(address -> new NodeAddress(address.getHostString(), address.getPort()))
                .toList();
        var options = RouterOptions.of(seeds, new Credentials("dag", cluster.password("dag")));
        router = RedisRouter.open(vertx, options.withDeadline(DEADLINE), node -> NodeGuard.NONE);
        scripts = new Scripts(router, new ScriptMetrics(new SimpleMeterRegistry()), DEADLINE);
        queues = new JobQueues(router, keys);
        tasks = new TaskStore(scripts, keys, queues);
        due = new DueStore(router, scripts, keys, Clock.systemUTC());
        loader = new JobLoader(scripts, keys, queues, new ObjectMapper());
        router.ready(ofSeconds(10)).await().indefinitely();
    }

    /** One cluster for all tests that use this. */
    public static HarnessPlan plan() {
        return RedisClusterHarness.plan().serviceUser();
    }

    /** Every key of every test must pass this: those of a job may stay only as long as it is unfinished. */
    public static KeyScan scan() {
        var permanent = KEYS.permanent();
        return KeyScan.strict()
                .permanent(key ->
                        permanent.covers(key) && !KEY_OF_A_JOB.matcher(key).matches())
                .permanentWhile((key, master) -> permanent.covers(key) && mayLast(KEY_OF_A_JOB.matcher(key), master));
    }

    /** Its job runs or is being loaded, or the step that gives its keys their time is still to do. */
    private static boolean mayLast(Matcher ofAJob, RespClient master) {
        if (!ofAJob.matches()) {
            return false;
        }
        var job = ofAJob.group("job");
        var about = KEYS.job(job).value();
        var todo = KEYS.todo(KEYS.partitionOf(job)).value();
        return master.text("HGET", about, "status").equals("RUNNING")
                || master.number("HEXISTS", about, "loading") == 1
                || master.call("ZSCORE", todo, "expire|" + job) != null;
    }

    /** An id that no other test of this run uses. */
    public static String newJob() {
        return "job-" + JOBS.incrementAndGet();
    }

    /** Says that the partition may hand out work. */
    public void open(Partition partition) {
        open(router, keys, partition);
    }

    /** As if another process served it than the one that was compared. */
    public void close(Partition partition) {
        send(Command.of("HSET").key(keys.epoch(partition)).arg("process").arg("another"));
    }

    /** Where no comparison with Postgres says so. The first commands of a cold process on a crowded machine may be late. */
    public static void open(RedisRouter router, DagKeys keys, Partition partition) {
        // At once: a tenth of a second before each of 64 partitions is six seconds.
        Awaitility.await()
                .atMost(ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .ignoreExceptionsInstanceOf(RedisFailure.class)
                .until(() -> !await(router.send(Command.of("HSET")
                                .key(keys.epoch(partition))
                                .arg("epoch")
                                .arg("1")
                                .arg("process")
                                .arg(ServerWord.RUN_ID)))
                        .isNil());
    }

    public Reply send(Command command) {
        return await(router.send(command));
    }

    public static <T> T await(Uni<T> uni) {
        return uni.await().atMost(ofSeconds(20));
    }

    @Override
    public void close() {
        router.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
