package dev.hotstate.monitor.read;

import dev.hotstate.kit.redis.connection.Reply;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Where the time of the last check went, in microseconds. */
@Schema(name = "PhaseTimes")
public record PhaseTimes(long dns, long connect, long tls, long firstByte, long transfer) {

    static @Nullable PhaseTimes read(List<Reply> values) {
        if (values.stream().allMatch(Reply::isNil)) {
            return null;
        }
        return new PhaseTimes(
                micros(values.get(0)),
                micros(values.get(1)),
                micros(values.get(2)),
                micros(values.get(3)),
                micros(values.get(4)));
    }

    private static long micros(Reply value) {
        return value.isNil() ? 0 : value.integer();
    }
}
