package dev.hotstate.monitor.read;

import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.monitor.result.MonitorState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last result of a monitor, as Redis has it. */
record HotStatus(
        MonitorState state,
        Instant since,
        Instant checkedAt,
        String reason,
        int statusCode,
        long latencyMs,
        String message,
        @Nullable Integer certificateDays,
        @Nullable PhaseTimes phases) {

    /** In the order of the answer to {@code HMGET}. */
    static final List<String> FIELDS = List.of(
            "state",
            "since",
            "checked_at",
            "reason",
            "status_code",
            "latency_ms",
            "message",
            "certificate_days",
            "phases");

    /** Null where there is none. */
    static @Nullable HotStatus read(Reply reply) {
        var values = reply.list();
        if (values.get(0).isNil()) {
            return null;
        }
        return new HotStatus(
                MonitorState.ofWire(values.get(0).text()),
                Instant.ofEpochMilli(number(values.get(1))),
                Instant.ofEpochMilli(number(values.get(2))),
                text(values.get(3)),
                (int) number(values.get(4)),
                number(values.get(5)),
                text(values.get(6)),
                values.get(7).isNil() ? null : (int) number(values.get(7)),
                values.get(8).isNil() ? null : PhaseTimes.read(values.get(8).text()));
    }

    private static long number(Reply value) {
        return value.isNil() ? 0 : value.integer();
    }

    private static String text(Reply value) {
        return value.isNil() ? "" : value.text();
    }
}
