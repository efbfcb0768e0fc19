package dev.hotstate.metrics.limit;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.metrics.MetricsFixture;
import dev.hotstate.metrics.limit.LimitStore.Form;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A limit whose script reads the clock that a test sets: hours of traffic in seconds, and clocks that step back. The clock of
 * the machine has no say: what the script keeps, it keeps until the test is over. Of a fixed window, whose clock is the time
 * that its key has left to live, the test tells that time, and removes the key when it is over.
 */
final class LimitAtTime {

    private static final long LONGER_THAN_THE_TEST_MS = 600_000;
    private static final long NO_KEY = -2;
    private static final int OF_THE_TEST = 3;
    private static final int COUNTED = 5;

    private final MetricsFixture metrics;
    private final Limit limit;
    private final KeyId caller;
    private final String script;
    private final RedisKey key;
    private final Expiry expiry;

    /** What the script said, in its own units. */
    record Said(long granted, long remaining, long resetMs, long retryMs) {}

    /** When the key of a fixed window goes. */
    private static final class Expiry {
        private long atUs = Long.MIN_VALUE;

        long leftMs(long us) {
            return us >= atUs ? NO_KEY : Math.ceilDiv(atUs - us, 1_000L);
        }

        /** The script has let it live that long from now on. */
        void learn(long us, long leftMs) {
            if (leftMs > 0 && leftMs != leftMs(us)) {
                atUs = us + leftMs * 1_000;
            }
        }
    }

    LimitAtTime(MetricsFixture metrics, Limit limit) {
        this(metrics, limit, MetricsFixture.newCaller(), new Expiry());
    }

    private LimitAtTime(MetricsFixture metrics, Limit limit, KeyId caller, Expiry expiry) {
        this.metrics = metrics;
        this.limit = limit;
        this.caller = caller;
        this.expiry = expiry;
        this.key = Form.of(limit).key(metrics.keys, caller);
        // What the test says stands before what the script expects.
        var text = Form.of(limit)
                .script()
                .text()
                .replace("'PXAT',", "'PX',")
                .replace("ARGV[", "ARGV[" + OF_THE_TEST + " + ");
        var clocked = isFixed()
                ? replaced(
                                text,
                                "redis\\.call\\('PTTL', (\\w+)\\)",
                                "(redis.call('EXISTS', $1) == 1 and tonumber(ARGV[1]) or " + NO_KEY + ")")
                        .replace("redis.call('TIME')", "{ARGV[2], ARGV[3]}")
                : replaced(text, "redis\\.call\\('TIME'\\)", "{ARGV[2], ARGV[3]}");
        this.script = replaced(clocked, "('PEXPIRE', \\w+,|'PX',) .*\\)\n", "$1 " + LONGER_THAN_THE_TEST_MS + ")\n");
    }

    private boolean isFixed() {
        return limit.algorithm() == Algorithm.FIXED_WINDOW;
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
        return new LimitAtTime(metrics, other, caller, expiry);
    }

    Said ask(long us, long hits, long calls) {
        return said(us, reply(us, hits, calls, null));
    }

    /** Where the hits were counted, if they were. */
    Optional<Counted> take(long us, long hits) {
        var reply = reply(us, hits, 1, Counted.ASKED);
        return said(us, reply).granted() == 1
                ? Optional.of(new Counted(reply.get(COUNTED).integer(), 0))
                : Optional.empty();
    }

    void giveBack(long us, long hits, Counted counted) {
        said(us, reply(us, -hits, 1, counted));
    }

    private List<Reply> reply(long us, long hits, long calls, @Nullable Counted counted) {
        long leftMs = expiry.leftMs(us);
        if (isFixed() && leftMs == NO_KEY) {
            metrics.send(Command.of("UNLINK").key(key));
        }
        var command = Command.of("EVAL").arg(script).arg(1).key(key);
        command.arg(leftMs).arg(us / 1_000_000).arg(us % 1_000_000);
        LimitStore.args(limit, new LimitQuestion(limit, caller, hits, calls, counted))
                .forEach(arg -> command.arg(((Number) arg).longValue()));
        return metrics.send(command).list();
    }

    private Said said(long us, List<Reply> reply) {
        var said = new Said(
                reply.get(1).integer(),
                reply.get(2).integer(),
                reply.get(3).integer(),
                reply.get(4).integer());
        expiry.learn(us, said.resetMs());
        return said;
    }

    boolean admits(long us, long hits) {
        return ask(us, hits, 1).granted() == 1;
    }
}
