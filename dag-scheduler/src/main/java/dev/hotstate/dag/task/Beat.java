package dev.hotstate.dag.task;

import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.kit.redis.script.ScriptReply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sign of life of the worker that has this attempt of a task. */
public record Beat(TaskId id, String attempt) {

    /**
     * @param leaseEnd absent where the attempt does not count any more and the worker shall stop
     * @param permit that the attempt uses, {@link NextClaim#NO_PERMIT} if none
     * @param known false where nobody can say at the moment whether the attempt counts: the worker goes on, and asks again
     */
    public record Renewed(Beat beat, @Nullable Instant leaseEnd, String permit, boolean known) {

        public static Renewed unknown(Beat beat) {
            return new Renewed(beat, null, NextClaim.NO_PERMIT, false);
        }

        public boolean stop() {
            return known && leaseEnd == null;
        }
    }

    static List<Renewed> renewed(List<Beat> beats, ScriptReply<TaskWords.Heartbeat> reply) {
        var renewed = new ArrayList<Renewed>(beats.size());
        for (int i = 0; i < beats.size(); i++) {
            long end = reply.integer(2 * i);
            var leaseEnd = end == 0 ? null : Instant.ofEpochMilli(end);
            renewed.add(new Renewed(beats.get(i), leaseEnd, reply.text(2 * i + 1), true));
        }
        return renewed;
    }
}
