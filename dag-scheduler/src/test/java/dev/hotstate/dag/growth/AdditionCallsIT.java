package dev.hotstate.dag.growth;

import static dev.hotstate.dag.DagFixture.await;
import static dev.hotstate.dag.DagFixture.newJob;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.DagFixture;
import dev.hotstate.dag.Jobs;
import dev.hotstate.dag.job.LoadOutcome;
import dev.hotstate.dag.job.TaskSnapshot;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.ClaimOutcome;
import dev.hotstate.dag.task.NextClaim;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node does in one call for an addition, whatever is added. */
class AdditionCallsIT {

    @RegisterExtension
    static final RedisClusterExtension redis = DagFixture.plan().shared().scanning(DagFixture.scan());

    /** With the search for the last chunk of children of 25 parents. */
    private static final int COMMANDS_MAX = 250;

    private final String job = newJob();
    private final TaskId adder = new TaskId(job, "adder");
    private DagFixture dag;
    private RedisClusterHarness cluster;
    private GrowthStore store;

    @BeforeEach
    void open(RedisClusterHarness backend) {
        cluster = backend;
        dag = new DagFixture(backend);
        store = new GrowthStore(dag.router, dag.scripts, dag.keys, dag.queues, new ObjectMapper());
        dag.open(dag.keys.partitionOf(job));
    }

    @AfterEach
    void close() {
        dag.close();
    }

    @ParameterizedTest
    @CsvSource({"100, 1, 1", "100, 20, 20", "100, 20, 2000", "1, 2000, 2000", "100, 0, 1"})
    void a_call_does_no_more_however_much_is_added(int size, int each, int parents) {
        var attempt = begin(parents);
        var tasks = IntStream.range(0, size)
                .mapToObj(i -> TaskSnapshot.pending(
                        "a-task-that-is-added-while-it-runs-%d".formatted(i),
                        "",
                        IntStream.range(0, each)
                                .mapToObj(at -> parent((i * each + at) % parents))
                                .toList(),
                        Jobs.spec("work")))
                .toList();
        var addition = new Addition(adder, attempt, "r", 0, size);

        var added = (AddOutcome.Added) bounded(() -> await(store.add(addition, tasks)));
        for (var place = added.next(); !place.isEmpty(); ) {
            var at = place;
            place = ((PartOutcome.Written) bounded(() -> await(store.goOn(addition, tasks, at)))).next();
        }

        assertThat(await(store.place(adder, "r"))).isEmpty();
        assertThat(field("total")).isEqualTo(Integer.toString(size + parents + 1));
        assertThat(field("left")).isEqualTo(field("total"));
        assertThat(field("adding")).isIn("", "0");
    }

    @Test
    void a_part_is_written_once_with_the_queues_that_the_job_has_now() {
        var attempt = begin(1);
        var tasks = IntStream.range(0, 30)
                .mapToObj(i -> TaskSnapshot.pending("t" + i, "", List.of(), Jobs.spec("other")))
                .toList();
        var addition = new Addition(adder, attempt, "r", 0, 30);
        var added = (AddOutcome.Added) await(store.add(addition, tasks));

        assertThat(await(store.goOn(addition, tasks, AdditionPart.BEGINNING)))
                .isEqualTo(new PartOutcome.Elsewhere(added.next()));
        // As an instance believes that has not heard of the queue that came with the addition.
        dag.queues.remember(job, "grow,work");
        var second = await(store.goOn(addition, tasks, added.next()));
        var third = ((PartOutcome.Written) second).next();
        assertThat(await(store.goOn(addition, tasks, third)))
                .isInstanceOfSatisfying(
                        PartOutcome.Written.class,
                        written -> assertThat(written.next()).isEmpty());

        assertThat(await(store.goOn(addition, tasks, third))).isEqualTo(new PartOutcome.Done());
        assertThat(await(store.add(addition, tasks))).isEqualTo(new AddOutcome.Already());
        var ready = dag.keys.ready(dag.keys.partitionOf(job), "other");
        assertThat(dag.send(Command.of("ZCARD").key(ready)).integer()).isEqualTo(30);
        assertThat(field("left")).isEqualTo("32");
    }

    /** A job of so many tasks and one more, which runs. */
    private String begin(int parents) {
        var planned = Jobs.named(job).queue("grow").task("adder").queue("work");
        IntStream.range(0, parents).forEach(i -> planned.task(parent(i)));
        assertThat(await(dag.loader.load(planned.build()))).isInstanceOf(LoadOutcome.Started.class);
        var outcome = await(dag.tasks.claim(dag.keys.partitionOf(job), NextClaim.unlimited("grow", "w", 1)));
        return ((ClaimOutcome.Some) outcome).tasks().getFirst().attempt();
    }

    private static String parent(int number) {
        return "a-parent-with-a-rather-long-name-%d".formatted(number);
    }

    private String field(String name) {
        var value = dag.send(Command.of("HGET").key(dag.keys.job(job)).arg(name));
        return value.isNil() ? "" : value.text();
    }

    private <T> T bounded(Supplier<T> call) {
        long before = commands();
        var outcome = call.get();
        assertThat(commands() - before).as("commands of a call").isLessThan(COMMANDS_MAX);
        return outcome;
    }

    /** That the node of the job has executed, those within scripts included. */
    private long commands() {
        try (var client = cluster.masterOf(dag.keys.job(job).value()).connect()) {
            return client.text("INFO", "commandstats")
                    .lines()
                    .filter(line -> line.startsWith("cmdstat_h")
                            || line.startsWith("cmdstat_s")
                            || line.startsWith("cmdstat_z"))
                    .mapToLong(line -> Long.parseLong(line.substring(line.indexOf("calls=") + 6, line.indexOf(','))))
                    .sum();
        }
    }
}
