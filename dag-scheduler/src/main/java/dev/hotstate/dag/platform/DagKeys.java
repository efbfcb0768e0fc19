package dev.hotstate.dag.platform;

import static dev.hotstate.kit.redis.key.PermanentKeys.Rule.always;
import static dev.hotstate.kit.redis.key.PermanentKeys.Rule.when;

import dev.hotstate.kit.redis.key.HashTag;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.PermanentKeys;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys of dag-scheduler. A job lives in the partition {@code {pp}} of its id; all that one of its transitions touches
 * shares that tag.
 *
 * <p><b>Who is where.</b> {@code state} is the truth about a task. It says P (pending), K (a condition is being checked), A
 * (active) or how the task ended. An active task is in exactly one of four places of its partition: {@code ready},
 * {@code running}, {@code delay} (a retry or a start that is not due) or {@code parked} (its job is paused or at its limit).
 * So a claim, which meets tasks of any job, needs the keys of the partition only.
 *
 * <p><b>state</b>: HASH task → {@code life;tallies;spec}, for example
 * {@code A|0|-|0|0;2,0,0/2;S|mail|5|3|1000|60000|30000|0|0|p}
 * <pre>
 * life     status|attempt|end|retries|losses
 *   status   P K A as above, C completed, F failed, S skipped, X cancelled
 *   attempt  the last attempt that ended, 0 if none did
 *   end      how it ended: C completed, F failed, R failed and tried again, L lease or time ran out, X cancelled, - none did.
 *            For a skipped task why: F a parent failed (or was itself skipped for that), S otherwise
 *   retries  how often the task was tried again after it failed
 *   losses   how often its worker was lost: 10 for each that was heard of, 1 for each that was not
 * tallies  ok,failed,skipped/parents   how its parents ended; a parent skipped with F counts as failed
 * spec     rule|queue|priority|maxRetries|backoffMs|backoffMaxMs|leaseMs|timeoutMs|delayUntilMs|flags
 *   rule     S all_success, D all_done, O one_success, F one_failed, N none_failed, A always
 *   priority 0..9, 9 first
 *   flags    p it has a payload, c it has a condition, o a parent left an output; - none
 * </pre>
 *
 * <p><b>Ticket</b>, what {@code ready}, {@code delay} and {@code parked} hold and {@code running} repeats:
 * {@code <job>.<task>|queue|priority|leaseMs|timeoutMs|retries|flags}. Equal state makes equal tickets, so one can be found
 * again to be removed.
 *
 * <p><b>running</b>: HASH {@code <job>.<task>} → {@code attempt|worker|startedMs|deadlineMs|permit|ticket}; deadline 0: none,
 * permit -: none.
 *
 * <p><b>events</b>: STREAM. An entry is what one step made happen: in its one field {@code e} up to 50 events of together up to
 * 16 KB (a single one may be larger), separated by the character 30, which no event holds. An event is
 * {@code type|job|task|attempt|seq|status|verdict|worker|detail}; empty text stands for "does not apply", {@code seq} is
 * microseconds. Its place in history is the id of the entry and its number within it.
 * <pre>
 * type      status            verdict    detail; attempt is, of a job, its run
 * job       RUNNING PAUSED RESUMED       -
 *           CANCELLING                   what it becomes and why, separated by a space
 *           COMPLETED FAILED CANCELLED   reason
 *           ADDED                        {@code <task>/<request>} of the running task that added some; attempt is its own
 * task      RUNNING                      milliseconds it was ready before
 *           COMPLETED         ACCEPTED   output (JSON) or empty
 *           FAILED            ACCEPTED   error
 *           RETRY_WAIT        ACCEPTED   due (ms), retries with it, and error, separated by spaces
 *           READY                        why an attempt ended without a result: lost, released
 *           SKIPPED                      parent_failed, parent_skipped, condition
 *           CANCELLED                    -
 *           PENDING                      rerun: all that was known about the task is forgotten
 * answer    the task's status  STALE, DUPLICATE    the call that was refused: complete, fail
 * </pre>
 *
 * <p><b>job</b>: HASH {@code jobId createdBy name status createdAt} as in the design document, and {@code total left failed
 * skipped cancelled reason onFailure durability limit paused queues startedAtMs finishedAtMs run loading cancelling adding asked}. {@code left} counts
 * tasks that have not ended; {@code queues} names those of its tasks, by comma; {@code loading} is who may write the tasks of a
 * job that has not begun, and into which process of Redis, {@code cancelling} the status that it will end with when all its tasks
 * were stopped; {@code adding} is how many additions are counted of which not all is written yet; {@code asked} is when (us)
 * somebody last asked to hold it or to let it go on.
 *
 * <p><b>todo</b>: ZSET of what must still be done → when (ms), written in the step that leaves it over: {@code fanout|<job>},
 * {@code check|<job>.<task>}, {@code unpark|<job>}, {@code cancel|<job>}, {@code expire|<job>}, {@code deadline|<job>},
 * {@code known|<job>} (does Postgres still know it), {@code grow|<job>.<task>/<request>} (parts of an addition are not written).
 * {@code cursor}: LIST of {@code <task>/<chunk>/<how>/<fed>}, chunks of children that must still be told how (ok, failed,
 * skipped, start) a task ended and whether (1, 0) it left an output.
 */
@Singleton
public class DagKeys {

    /** A readable view's key holds job and task; a longer pair has its task hashed, so that the key stays below 100 bytes. */
    private static final int READABLE_ID_MAX = 64;

    private static final int HASH_DIGITS = 20;

    private final KeySpace keys;
    private final Partitions partitions;
    /** By entity, then number of the partition: each completion names nine of them, and there are never others. */
    private final Map<String, List<RedisKey>> ofPartitions = new ConcurrentHashMap<>();

    public DagKeys(KeySpace keys, Partitions partitions) {
        this.keys = keys;
        this.partitions = partitions;
    }

    public Partition partitionOf(String job) {
        return partitions.of(job);
    }

    // ---- of a job, without TTL until it is finished ----

    public RedisKey job(String job) {
        return ofJob("job", job);
    }

    public RedisKey state(String job) {
        return ofJob("state", job);
    }

    /** HASH task → the tasks it depends on, by comma; of one with many in several fields, see {@link EdgeFields}. */
    public RedisKey edges(String job) {
        return ofJob("edges", job);
    }

    /**
     * HASH {@code <task>/<chunk>} → up to a chunk of children, by comma; a last comma means that another chunk follows. The
     * children of the task without a name begin with the job. {@code +<task>/<request>} → where the next part of an addition begins,
     * {@code <number of a new task>/<number of its parent>}, until all of it is written.
     */
    public RedisKey children(String job) {
        return ofJob("children", job);
    }

    /** SET of tasks without dependencies. */
    public RedisKey roots(String job) {
        return ofJob("roots", job);
    }

    /** SET of tasks that the traversal has reached. */
    public RedisKey visited(String job) {
        return ofJob("visited", job);
    }

    public RedisKey cursor(String job) {
        return ofJob("cursor", job);
    }

    /** HASH task → what it left for its children (JSON). */
    public RedisKey outputs(String job) {
        return ofJob("outputs", job);
    }

    // ---- readable view of a task, same TTL ----

    /** HASH {@code id jobId name status retryCount maxRetries} as in the design document, and {@code error} of the last failure. */
    public RedisKey task(TaskId id) {
        return keys.key("task", viewId(id));
    }

    /** STRING, the status word. */
    public RedisKey status(TaskId id) {
        return keys.key("task", viewId(id), "status");
    }

    /** LIST, capped. */
    public RedisKey logs(TaskId id) {
        return keys.key("task", viewId(id), "logs");
    }

    // ---- of a partition, permanent and self-emptying ----

    /** ZSET ticket → order: priority first, then microseconds. */
    public RedisKey ready(Partition partition, String queue) {
        return keys.key("ready", partition.tag().id(queue));
    }

    public RedisKey running(Partition partition) {
        return ofPartition("running", partition);
    }

    /** ZSET {@code <job>.<task>} → end of the lease (ms), never later than the task's deadline. */
    public RedisKey lease(Partition partition) {
        return ofPartition("lease", partition);
    }

    /** ZSET ticket → due (ms). */
    public RedisKey delay(Partition partition) {
        return ofPartition("delay", partition);
    }

    /** ZSET with equal scores of {@code <job>.<order>.<ticket>}, so that the parked of one job stand together, in order. */
    public RedisKey parked(Partition partition) {
        return ofPartition("parked", partition);
    }

    /** HASH job → how many of its tasks may run at once; 0 holds it back altogether. Unlimited jobs are not in it. */
    public RedisKey gates(Partition partition) {
        return ofPartition("gates", partition);
    }

    /** ZSET with equal scores of the running {@code <job>.<task>} of limited jobs: counted, never counted up. */
    public RedisKey slots(Partition partition) {
        return ofPartition("slots", partition);
    }

    public RedisKey todo(Partition partition) {
        return ofPartition("todo", partition);
    }

    public RedisKey events(Partition partition) {
        return ofPartition("events", partition);
    }

    /** HASH {@code epoch fence master}; without {@code epoch} no work is handed out, see recovery. */
    public RedisKey epoch(Partition partition) {
        return ofPartition("epoch", partition);
    }

    // ---- of a queue over all partitions ----

    /** ZSET permit → end of its lease (ms); goes with the longest of them. */
    public RedisKey permits(String queue) {
        return keys.key("permits", new HashTag(queue).id());
    }

    /** ZSET worker → until when it counts as alive (ms); goes when nobody has asked for the queue for twice as long. */
    public RedisKey workers(String queue) {
        return keys.key("workers", new HashTag(queue).id());
    }

    /** ZSET queue → until when somebody who asked for it counts as alive (ms); goes when nobody has asked for any for twice as long. */
    public RedisKey queues() {
        return keys.key("queues", "asked");
    }

    /** Sharded channel: {@code <queue> <partition number>} when tasks became ready; a hint that may be lost. */
    public RedisKey wake() {
        return keys.key("wake", "all");
    }

    public PermanentKeys permanent() {
        var unfinished = "while the job is unfinished";
        var swept = "a waiting job may outlive any TTL; the step that ends the job gives it one";
        var emptied = "holds only what goes on now, each entry leaves with the step that ends it";
        return PermanentKeys.in(
                keys,
                when(unfinished, "job:{tag}<id>", swept),
                when(unfinished, "state:{tag}<id>", swept),
                when(unfinished, "edges:{tag}<id>", swept),
                when(unfinished, "children:{tag}<id>", swept),
                when(unfinished, "roots:{tag}<id>", swept),
                when(unfinished, "visited:{tag}<id>", swept),
                when(unfinished, "cursor:{tag}<id>", swept),
                when(unfinished, "outputs:{tag}<id>", swept),
                when(unfinished, "task:{tag}<id>", swept),
                when(unfinished, "task:{tag}<id>:status", swept),
                when(unfinished, "task:{tag}<id>:logs", swept),
                always("ready:{tag}<id>", emptied),
                always("running:{tag}", emptied),
                always("lease:{tag}", emptied),
                always("delay:{tag}", emptied),
                always("parked:{tag}", emptied),
                always("gates:{tag}", emptied),
                always("slots:{tag}", emptied),
                always("todo:{tag}", emptied),
                always("events:{tag}", "trimmed to what has been read"),
                always("epoch:{tag}", "64 small hashes; losing one means a rebuild"));
    }

    private RedisKey ofJob(String entity, String job) {
        return keys.key(entity, partitionOf(job).tag().id(job));
    }

    private RedisKey ofPartition(String entity, Partition partition) {
        return ofPartitions.computeIfAbsent(entity, this::ofAllPartitions).get(partition.number());
    }

    private List<RedisKey> ofAllPartitions(String entity) {
        return partitions.all().stream()
                .map(partition -> keys.key(entity, partition.tag().id()))
                .toList();
    }

    private KeyId viewId(TaskId id) {
        var text = id.toString();
        if (text.length() > READABLE_ID_MAX) {
            text = id.job() + ".~" + KeyId.hashed(id.task()).toString().substring(0, HASH_DIGITS);
        }
        return partitionOf(id.job()).tag().id(text);
    }
}
