package dev.hotstate.monitor.platform;

import static dev.hotstate.kit.redis.key.PermanentKeys.Rule.always;

import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.PermanentKeys;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.partition.Partitions;
import jakarta.inject.Singleton;

/**
 * The keys of this service. A monitor belongs to one of 64 partitions for ever; all its keys, and the queue that it waits
 * in, share the tag of that partition, so that one script may change them together.
 *
 * <p>All times are unix milliseconds by the clock of Redis. A field that is absent does not apply.
 */
@Singleton
public final class MonitorKeys {

    private final KeySpace keys;
    private final Partitions partitions;

    public MonitorKeys(KeySpace keys, Partitions partitions) {
        this.keys = keys;
        this.partitions = partitions;
    }

    public Partition partitionOf(String monitor) {
        return partitions.of(monitor);
    }

    /** ZSET monitor → when it runs next; while a check is under way: when its lease ends. */
    public RedisKey schedule(Partition partition) {
        return keys.key("schedule", partition.tag().id());
    }

    /**
     * HASH monitor → {@code <fence> <due> <claimed_at>} of the check that is under way, where {@code due} is when it should
     * have begun. A check that was put off has the fence 0 and keeps its {@code due}. The field {@code fence} holds the
     * largest fence ever issued in the partition.
     */
    public RedisKey claim(Partition partition) {
        return keys.key("claim", partition.tag().id());
    }

    /**
     * HASH monitor → {@code <interval> <phase> <timeout> <retries> <retry_delay> <failure_threshold> <recovery_threshold>
     * <version> <grace>}, where all durations are milliseconds and a {@code grace} of -1 says that it is no push monitor.
     */
    public RedisKey meta(Partition partition) {
        return keys.key("meta", partition.tag().id());
    }

    /**
     * STREAM of state changes, on their way to Postgres. Fields: {@code type} (opened, resolved, reopened), {@code monitor},
     * {@code incident}, {@code at}, {@code first_failure_at}, {@code reason}, {@code status_code}, {@code message},
     * {@code version} of the definition.
     */
    public RedisKey transitions(Partition partition) {
        return keys.key("transitions", partition.tag().id());
    }

    /** STRING, when the partition was last built from Postgres; absent: nothing in it is handed out. */
    public RedisKey epoch(Partition partition) {
        return keys.key("epoch", partition.tag().id());
    }

    /**
     * HASH, the last result: {@code status_code latency_ms checked_at verdict} (up, down, unknown) {@code reason state} (up,
     * confirming, down, unknown) {@code since} (when that state began) {@code fence version}, and where they apply
     * {@code phases} ({@code <dns>,<connect>,<tls>,<first byte>,<transfer>} in microseconds), {@code certificate_days},
     * {@code operation} (of the last three reports), {@code message}. Absent: unknown.
     */
    public RedisKey status(String monitor) {
        return ofMonitor("status", monitor);
    }

    /**
     * HASH, the present outage: {@code failure_count first_failure_at last_failure_at}, and once it is an incident
     * {@code alerted} (1), {@code incident_id}, {@code success_count} (in a row), {@code resolved_at}. Without
     * {@code alerted} the failure is being confirmed; with {@code resolved_at} the monitor is up again and the hash waits
     * to be deleted.
     */
    public RedisKey incident(String monitor) {
        return ofMonitor("incident", monitor);
    }

    /** STRING, failures since the last success; below the retries of the definition the next check comes early. */
    public RedisKey retry(String monitor) {
        return ofMonitor("retry", monitor);
    }

    /**
     * LIST, the last 60 results and perhaps a few older ones, newest first: {@code <checked_at in s>:<u|d|x><latency_ms>:<status_code>[:<reason>]} for
     * up, down, unknown; the reason only where it is not ok.
     */
    public RedisKey recent(String monitor) {
        return ofMonitor("recent", monitor);
    }

    /**
     * LIST, where the time of the last 20 results went that had phases (and perhaps of a few older ones), newest first:
     * {@code <checked_at in s>:<dns>,<connect>,<tls>,<first byte>,<transfer>} in microseconds.
     */
    public RedisKey phases(String monitor) {
        return ofMonitor("phases", monitor);
    }

    /**
     * HASH, one hour of counts: {@code u<n> d<n> x<n>} results up, down, unknown in the n-th five minutes (0..11),
     * {@code s<n>} sum of latency_ms of those up, {@code b<bucket>} how many of those up fell into a latency bucket; where the
     * interval is 15 seconds or less, {@code m<minute>} the same four counts of a minute (0..59), separated by spaces, in
     * place of those of five; {@code g} tells it from another of the same hour that was lost.
     *
     * @param hour hours since 1970
     */
    public RedisKey hist(String monitor, long hour) {
        return keys.key("hist", partitionOf(monitor).tag().id(monitor), Long.toString(hour));
    }

    /** HASH run id (or -) → when a job of a push monitor said that it began. */
    public RedisKey started(String monitor) {
        return ofMonitor("started", monitor);
    }

    public PermanentKeys permanent() {
        return PermanentKeys.in(
                keys,
                always("schedule:{tag}", "one member per enabled monitor; rebuilt from Postgres"),
                always("claim:{tag}", "one field per check under way, and the last fence"),
                always("meta:{tag}", "one field per enabled monitor; rebuilt from Postgres"),
                always("epoch:{tag}", "says that the partition is built"),
                always("transitions:{tag}", "trimmed behind its consumer"));
    }

    private RedisKey ofMonitor(String entity, String monitor) {
        return keys.key(entity, partitionOf(monitor).tag().id(monitor));
    }
}
