package dev.hotstate.metrics.limit;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.limit.LimitStore.Form;

/**
 * A limit whose script reads the clock that a test sets: hours of traffic in seconds, and clocks that step back. The clock of
 * the machine has no say: what the script keeps, it keeps until the test is over.
 */
final class LimitAtTime {

    private static final long LONGER_THAN_THE_TEST_MS = 600_000;

    private final MetricsFixture metrics;
    private final Limit limit;
    private final KeyId caller;
    private final String script;

    /** What the script said, in its own units. */
    record Said(long granted, long remaining, long resetMs, long retryMs) {}

    LimitAtTime(MetricsFixture metrics, Limit limit) {
        this(metrics, limit, MetricsFixture.newCaller());
    }

    private LimitAtTime(MetricsFixture metrics, Limit limit, KeyId caller) {
        this.metrics = metrics;
        this.limit = limit;
        this.caller = caller;
        var text = Form.of(limit).script().text();
        this.script = replaced(
                replaced(text, "redis\\.call\\('TIME'\\)", "{ARGV[#ARGV - 1], ARGV[#ARGV]}"),
                "('PEXPIRE', \\w+,|'PX',) .*\\)\n",
                "$1 " + LONGER_THAN_THE_TEST_MS + ")\n");
    }

    private static String replaced(String text, String part, String other) {
        var changed = text.replaceAll(part, other);
        if (changed.equals(text)) {
            throw new IllegalArgumentException("The script does not have " + part);
        }
        return changed;
    }

    /** The same caller under another limit. */
    LimitAtTime changedTo(Limit other) {
        return new LimitAtTime(metrics, other, caller);
    }

    Said ask(long us, long hits, long calls) {
        var command = Command.of("EVAL")
                .arg(script)
                .arg(1)
                .key(metrics.keys.limit(Form.of(limit).entity(), caller));
        LimitStore.args(limit, hits, calls).forEach(arg -> command.arg(((Number) arg).longValue()));
        var reply = metrics.send(command.arg(us / 1_000_000).arg(us % 1_000_000));
        return new Said(
                reply.get(1).integer(),
                reply.get(2).integer(),
                reply.get(3).integer(),
                reply.get(4).integer());
    }

    boolean admits(long us, long hits) {
        return ask(us, hits, 1).granted() == 1;
    }
}
