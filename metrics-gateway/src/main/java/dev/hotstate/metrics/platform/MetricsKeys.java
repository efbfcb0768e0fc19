package dev.hotstate.metrics.platform;

import dev.hotstate.kit.redis.key.HashTag;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.key.PermanentKeys;
import dev.hotstate.kit.redis.key.PermanentKeys.Rule;
import dev.hotstate.kit.redis.key.RedisKey;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * The keys of this service. Each counter and each limit is a key of its own, in a slot of its own: nothing here must change
 * together. Names and types are those of the seed where it has one.
 *
 * <p>An endpoint is {@code GET /users}, in keys of times {@code GET_/users}. What a key can't hold is escaped: a brace in a
 * template would choose the slot.
 */
@Singleton
public final class MetricsKeys {

    private static final long HOUR_MS = Duration.ofHours(1).toMillis();
    /** A longer one would not fit into a key together with an hour. */
    private static final int LABEL_BEFORE_HOUR_MAX = 56;

    private static final String BOUNDED = "there are as many as labels are counted apart";

    private final KeySpace keys;

    public MetricsKeys(KeySpace keys) {
        this.keys = keys;
    }

    /**
     * What a limit remembers of one caller; lives as long as it matters.
     *
     * <ul>
     *   <li>{@code rate_limit}: ZSET of the hits of a window that began with the first, score and member are microseconds
     *   <li>{@code rate_count}: STRING, the same as a number
     *   <li>{@code sliding_limit}: ZSET of the hits of the last window
     *   <li>{@code sliding_count} with suffix {@code p}: STRING of hits by sub-window, packed
     *   <li>{@code sliding_estimate}: HASH {@code c} window, {@code i} its number, {@code n} hits in it, {@code p} before it
     *   <li>{@code token_bucket}: HASH {@code tokens last}
     *   <li>{@code gcra}: STRING, the theoretical arrival time in microseconds
     * </ul>
     */
    public RedisKey limit(String entity, KeyId caller, String... suffix) {
        return keys.key(entity, caller, suffix);
    }

    /** STRING since when this policy allows less, unix milliseconds; lives as long as it does. */
    public RedisKey tightened(String policy) {
        return keys.key("tightened", policy);
    }

    /** {@code total}, {@code accepted}, {@code speed_per_second} or {@code max_speed_per_second}. */
    public RedisKey requests(String which) {
        return keys.key("requests", which);
    }

    /** Requests of one second over all instances, until the speed was told. */
    public RedisKey ofSecond(long epochSecond) {
        return keys.key("requests:second", String.valueOf(epochSecond));
    }

    public RedisKey errors() {
        return keys.key("errors", "total");
    }

    public RedisKey ofEndpoint(String endpoint) {
        return keys.key("requests:endpoint", KeyId.label(endpoint));
    }

    public RedisKey errorsOfEndpoint(String endpoint) {
        return keys.key("errors:endpoint", KeyId.label(endpoint));
    }

    /** Those of its errors that are 5xx. */
    public RedisKey failuresOfEndpoint(String endpoint) {
        return keys.key("failures:endpoint", KeyId.label(endpoint));
    }

    public RedisKey errorsOfStatus(int status) {
        return keys.key("errors:status", String.valueOf(status));
    }

    public RedisKey ofInstance(String instance) {
        return keys.key("requests:instance", withoutSpace(instance));
    }

    /** @param hour its beginning, unix milliseconds */
    public RedisKey hourly(long hour) {
        return keys.key("requests:hourly", String.valueOf(hour));
    }

    /** ZSET of the last thousand, score = unix milliseconds; a member reads as milliseconds and ends in what makes it unique. */
    public RedisKey responseTimes(String endpoint) {
        return keys.key("response_times", times(endpoint));
    }

    /** All response times added up, milliseconds. */
    public RedisKey responseSum(String endpoint) {
        return keys.key("avg_response", times(endpoint));
    }

    public RedisKey responseCount(String endpoint) {
        return keys.key("response_count", times(endpoint));
    }

    /** STRING of counts by bucket, of all time: bytes of a count, first bucket, counts. */
    public RedisKey sketch(String endpoint) {
        return keys.key("latency_counts", times(endpoint));
    }

    /** The same of an hour, which stands there as a number: that is shorter than its milliseconds. */
    public RedisKey sketchOfHour(String endpoint, long hour) {
        return keys.key("latency_counts", beforeHour(times(endpoint), endpoint), String.valueOf(hour / HOUR_MS));
    }

    /** {@code current} or {@code max_since_startup}. */
    public RedisKey connections(String which) {
        return keys.key("connections:http", which);
    }

    /**
     * HASH instance -> open connections and when it counts as dead, unix milliseconds; the empty field: the most at once. Under a
     * suffix of its own: without it there was no such field.
     */
    public RedisKey connectionsByInstance() {
        return keys.key("connections", "instances", "m");
    }

    /** SET of the labels that are counted apart. */
    public RedisKey labels(String kind) {
        return keys.key("labels", kind);
    }

    /** HLL of those that are not. */
    public RedisKey foldedLabels() {
        return keys.key("labels", "folded");
    }

    /** STRING, a sum: how often something happened. */
    public RedisKey seriesCount(String series) {
        return keys.key("series:count", KeyId.label(series));
    }

    /** HASH bucket -> count, and {@code sum}: how values are distributed. */
    public RedisKey seriesValues(String series) {
        return keys.key("series:values", KeyId.label(series));
    }

    /** HASH instance -> value and when it no longer holds, unix milliseconds. */
    public RedisKey seriesGauge(String series) {
        return keys.key("series:gauge", KeyId.label(series));
    }

    /** HLL of the different things of an hour. */
    public RedisKey seriesUniques(String series, long hour) {
        return keys.key("series:unique", beforeHour(KeyId.label(series), series), String.valueOf(hour / HOUR_MS));
    }

    /** ZSET digest -> until when the last point of that stream is kept, unix milliseconds. */
    public RedisKey streams() {
        return keys.key("otlp", "streams");
    }

    /** STRING, the last point of a stream that grows, as its exporter told it. */
    public RedisKey lastPoint(String stream) {
        return keys.key("otlp", KeyId.hashed(stream));
    }

    /** That a batch has changed a figure; lies in the slot of the figure. */
    public RedisKey seen(RedisKey figure, String batch) {
        var mark = KeyId.hashed(batch + " " + figure.value());
        return keys.key("seen", new HashTag(SlotTags.of(figure.slot())).id(mark.toString()));
    }

    /** STRING, when a batch was first heard of, unix milliseconds. */
    public RedisKey seenFirst(String batch) {
        return keys.key("seen", KeyId.hashed(batch));
    }

    private static KeyId beforeHour(KeyId id, String label) {
        return id.toString().length() > LABEL_BEFORE_HOUR_MAX ? KeyId.hashed(label) : id;
    }

    /**
     * What a process saw in a minute, gzipped JSON; lives a little over an hour.
     *
     * @param minute since 1970
     */
    public RedisKey recent(long minute, String writer) {
        return keys.key("recent", String.valueOf(minute), writer);
    }

    /** HASH process -> the last minute that it wrote. */
    public RedisKey recentWriters() {
        return keys.key("recent", "writers");
    }

    /**
     * The requests that a process was asked about in a minute, gzipped JSON; lives a little over fifteen minutes.
     *
     * @param minute since 1970
     */
    public RedisKey sample(long minute, String writer) {
        return keys.key("sample", String.valueOf(minute), writer);
    }

    /** HASH process -> the last minute that it wrote. */
    public RedisKey sampleWriters() {
        return keys.key("sample", "writers");
    }

    private static KeyId times(String endpoint) {
        return withoutSpace(endpoint.replaceFirst(" ", "_"));
    }

    /** Only the labels that begin with a method may have spaces. */
    private static KeyId withoutSpace(String text) {
        var label = KeyId.label(text);
        return label.toString().indexOf(' ') < 0 ? label : KeyId.hashed(text);
    }

    public PermanentKeys permanent() {
        return PermanentKeys.in(
                keys,
                Rule.always("connections:http:current", "a single number"),
                Rule.always("connections:http:max_since_startup", "a single number"),
                Rule.always("requests:total", "a total of all time"),
                Rule.always("requests:accepted", "a total of all time"),
                Rule.always("errors:total", "a total of all time"),
                Rule.always("requests:speed_per_second", "a single number"),
                Rule.always("requests:max_speed_per_second", "a single number"),
                Rule.always("requests:endpoint:<id>", BOUNDED),
                Rule.always("requests:instance:<id>", BOUNDED),
                Rule.always("errors:endpoint:<id>", BOUNDED),
                Rule.always("failures:endpoint:<id>", BOUNDED),
                Rule.always("errors:status:<id>", "there are 200 of them"),
                Rule.always("response_times:<id>", BOUNDED + ", each with the last thousand"),
                Rule.always("avg_response:<id>", BOUNDED),
                Rule.always("response_count:<id>", BOUNDED),
                Rule.always("latency_counts:<id>", BOUNDED + ", each at most 7 KB"),
                Rule.always("labels:endpoint", "at most metrics.recording.endpoints-max"),
                Rule.always("labels:instance", "at most metrics.recording.instances-max"),
                Rule.always("labels:series", "at most metrics.recording.series-max"),
                Rule.always("labels:folded", "12 KB at most, however many it has counted"));
    }
}
