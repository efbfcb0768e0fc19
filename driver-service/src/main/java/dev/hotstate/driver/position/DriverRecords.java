package dev.hotstate.driver.position;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** Reads the records of drivers; only scripts write them. */
@Singleton
public class DriverRecords {

    private final RedisRouter redis;
    private final DriverKeys keys;

    public DriverRecords(RedisRouter redis, DriverKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** Empty if Redis does not know the driver. */
    public Uni<Optional<DriverState>> find(long driver) {
        return redis.send(Command.of("HMGET")
                        .key(keys.status(driver))
                        .arg("status" + DriverKeys.who(driver))
                        .arg("rec" + DriverKeys.who(driver))
                        .arg("reason" + DriverKeys.who(driver))
                        .arg("said" + DriverKeys.who(driver)))
                .map(fields -> fields.get(0).isNil() ? Optional.empty() : Optional.of(state(fields)));
    }

    private static DriverState state(Reply fields) {
        var status = Status.valueOf(fields.get(0).text());
        return DriverState.of(
                status,
                fields.get(2).isNil() ? "" : fields.get(2).text(),
                status,
                fields.get(1).bytes(),
                List.of(),
                fields.get(3).isNil() ? 0 : Long.parseLong(fields.get(3).text()));
    }
}
