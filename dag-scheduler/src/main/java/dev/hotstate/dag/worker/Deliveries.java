package dev.hotstate.dag.worker;

import dev.hotstate.dag.platform.CallParts;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.ClaimedTask;
import dev.hotstate.dag.task.Definitions;
import dev.hotstate.dag.task.TaskParents;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes claimed tasks what a worker can run: with their payloads from Postgres and what their parents left in Redis. */
@Singleton
class Deliveries {

    private static final int PARENTS_AT_ONCE = 100;

    private final Definitions definitions;
    private final RedisRouter router;
    private final DagKeys keys;
    private final TaskParents parents;
    private final Claims claims;
    private final int inputBytesMax;

    Deliveries(
            Definitions definitions,
            RedisRouter router,
            DagKeys keys,
            TaskParents parents,
            Claims claims,
            WorkerConfig config) {
        this.parents = parents;
        this.definitions = definitions;
        this.router = router;
        this.keys = keys;
        this.claims = claims;
        this.inputBytesMax = config.inputBytesMax();
    }

    /** @param cut whether there is more than may be handed over */
    private record Input(Map<String, Delivery.Output> outputs, boolean cut) {}

    /** @param failure why it can't be delivered now, if so */
    private record Tried(
            ClaimedTask task,
            @Nullable Delivery delivery,
            @Nullable Throwable failure) {}

    /** What can't be completed with what it needs or whose worker has gone, goes back to its queue at once; fails if that is all of them. */
    Uni<List<Delivery>> of(List<ClaimedTask> tasks) {
        return tryAll(tasks)
                .chain(tried -> tried.stream().allMatch(one -> one.failure() != null) && !tried.isEmpty()
                        ? Uni.createFrom().failure(tried.getFirst().failure())
                        : Uni.createFrom().item(delivered(tried)));
    }

    /** For an answer that counts whether or not tasks come with it: those that can be delivered. */
    Uni<List<Delivery>> deliverable(List<ClaimedTask> tasks) {
        return tryAll(tasks).map(Deliveries::delivered);
    }

    private Uni<List<Tried>> tryAll(List<ClaimedTask> tasks) {
        if (tasks.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        if (tasks.stream().noneMatch(Deliveries::needsMore)) {
            return Uni.createFrom()
                    .item(tasks.stream()
                            .map(task -> new Tried(task, delivery(task, null, null), null))
                            .toList());
        }
        var payloads = payloads(tasks).memoize().indefinitely();
        var deliveries = tasks.stream()
                .map(task -> delivery(task, payloads)
                        .map(delivery -> new Tried(task, delivery, null))
                        .onFailure()
                        .recoverWithItem(failure -> new Tried(task, null, failure)))
                .toList();
        var all = Uni.join()
                .all(deliveries)
                .andFailFast()
                .call(tried -> claims.release(
                        tried.stream()
                                .filter(one -> one.failure() != null)
                                .map(Tried::task)
                                .toList(),
                        "it could not be delivered"));
        return CarriedOn.run(all, unclaimed -> claims.abandon(tasks));
    }

    /** Than its ticket says. */
    private static boolean needsMore(ClaimedTask task) {
        return task.ticket().hasPayload() || task.ticket().fed();
    }

    private static List<Delivery> delivered(List<Tried> tried) {
        return tried.stream().map(Tried::delivery).filter(Objects::nonNull).toList();
    }

    private Uni<Delivery> delivery(ClaimedTask task, Uni<Map<TaskId, String>> payloads) {
        var id = task.ticket().id();
        var payload = task.ticket().hasPayload()
                ? payloads.map(found -> found.get(id))
                : Uni.createFrom().<String>nullItem();
        var input = task.ticket().fed() ? input(id) : Uni.createFrom().<Input>nullItem();
        return payload.chain(text -> input.map(left -> delivery(task, text, left)));
    }

    private Uni<Map<TaskId, String>> payloads(List<ClaimedTask> tasks) {
        return definitions.payloads(tasks.stream()
                .map(ClaimedTask::ticket)
                .filter(ticket -> ticket.hasPayload())
                .map(ticket -> ticket.id())
                .toList());
    }

    /** A part of its parents at a time, and no more than may be handed over: a join may have any number of them. */
    private Uni<Input> input(TaskId id) {
        var gathered = new Gathered(inputBytesMax);
        return parents.of(id)
                .onItem()
                .transformToMultiAndConcatenate(
                        some -> Multi.createFrom().iterable(CallParts.of(some, PARENTS_AT_ONCE)))
                .onItem()
                .transformToUniAndConcatenate(some -> outputs(id.job(), some).map(left -> gathered.add(some, left)))
                .select()
                .first(hasRoom -> hasRoom)
                .onItem()
                .ignoreAsUni()
                .map(done -> gathered.input());
    }

    private Uni<List<Reply>> outputs(String job, List<String> parents) {
        var read = Command.of("HMGET").key(keys.outputs(job));
        parents.forEach(read::arg);
        return router.send(read).map(Reply::list);
    }

    private static final class Gathered {
        private final Map<String, Delivery.Output> outputs = new LinkedHashMap<>();
        private long bytesLeft;

        Gathered(long bytesMax) {
            bytesLeft = bytesMax;
        }

        /** Whether there is room for more. */
        boolean add(List<String> parents, List<Reply> left) {
            for (int i = 0; i < parents.size() && bytesLeft >= 0; i++) {
                if (!left.get(i).isNil()) {
                    bytesLeft -= left.get(i).bytes().length;
                    if (bytesLeft >= 0) {
                        outputs.put(
                                parents.get(i), new Delivery.Output(left.get(i).text()));
                    }
                }
            }
            return bytesLeft >= 0;
        }

        Input input() {
            return new Input(outputs, bytesLeft < 0);
        }
    }

    private static Delivery delivery(ClaimedTask task, @Nullable String payload, @Nullable Input input) {
        var ticket = task.ticket();
        return new Delivery(
                ticket.id().toString(),
                ticket.id().job(),
                ticket.id().task(),
                ticket.queue(),
                task.attempt(),
                task.leaseEnd(),
                Duration.ofMillis(ticket.leaseMs()),
                ticket.timeoutMs() == 0 ? null : Duration.ofMillis(ticket.timeoutMs()),
                ticket.retries(),
                payload,
                input == null ? null : input.outputs(),
                input != null && input.cut() ? true : null);
    }
}
