package dev.hotstate.monitor.schedule;

import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.partition.Partition;
import dev.hotstate.kit.redis.script.ScriptReply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a partition answered to the question what is due. */
sealed interface ClaimOutcome {

    /**
     * @param now  of the clock of Redis
     * @param next when something is due that was not claimed; empty: nothing is scheduled
     */
    record Claimed(Instant now, Optional<Instant> next, List<Claim> claims) implements ClaimOutcome {

        public Claimed {
            claims = List.copyOf(claims);
        }
    }

    /** The partition is not built yet. */
    record Unbuilt() implements ClaimOutcome {}

    /** State changes wait for their consumer. */
    record Congested() implements ClaimOutcome {}

    static ClaimOutcome of(Partition partition, ScriptReply<ClaimWord> reply) {
        return switch (reply.status()) {
            case UNBUILT -> new Unbuilt();
            case CONGESTED -> new Congested();
            case IDLE, CLAIMED -> claimed(partition, reply);
        };
    }

    private static Claimed claimed(Partition partition, ScriptReply<ClaimWord> reply) {
        var now = Instant.ofEpochMilli(reply.integer(0));
        var values = reply.values().subList(2, reply.values().size());
        return new Claimed(now, next(reply.text(1)), claims(partition, now, values));
    }

    private static Optional<Instant> next(String score) {
        return score.isEmpty() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(Long.parseLong(score)));
    }

    private static List<Claim> claims(Partition partition, Instant now, List<Reply> values) {
        var claims = new ArrayList<Claim>(values.size() / 5);
        for (int i = 0; i < values.size(); i += 5) {
            claims.add(new Claim(
                    partition,
                    values.get(i).text(),
                    values.get(i + 1).text(),
                    Instant.ofEpochMilli(values.get(i + 2).integer()),
                    now,
                    (int) values.get(i + 3).integer(),
                    values.get(i + 4).integer() == 1));
        }
        return claims;
    }
}
