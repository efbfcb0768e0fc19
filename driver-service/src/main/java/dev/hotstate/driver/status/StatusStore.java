package dev.hotstate.driver.status;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.PositionConfig;
import dev.hotstate.driver.position.Standing;
import dev.hotstate.driver.position.Status;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Changes the status in the record of a driver. */
@Singleton
class StatusStore {

    static final Script<ChangeWord> CHANGE_STATUS = Script.load("lua/status/change_status.lua", ChangeWord.class);

    private final Scripts scripts;
    private final DriverKeys keys;
    private final PositionConfig config;

    StatusStore(Scripts scripts, DriverKeys keys, PositionConfig config) {
        this.scripts = scripts;
        this.keys = keys;
        this.config = config;
    }

    /** What became of a change. */
    sealed interface Outcome {

        record Changed(DriverState driver) implements Outcome {}

        /** Nothing changed. */
        record Claimed() implements Outcome {}

        /** Redis does not know the driver, and there is no standing. */
        record Unknown() implements Outcome {}
    }

    Uni<Outcome> change(long driver, Status status, String reason, @Nullable Standing standing) {
        return scripts.run(CHANGE_STATUS, keys.status(driver))
                .idempotent()
                .args(
                        config.heartbeat().toMillis(),
                        status.name(),
                        reason,
                        standing == null ? "" : standing.text(),
                        DriverKeys.who(driver))
                .map(StatusStore::outcome);
    }

    private static Outcome outcome(ScriptReply<ChangeWord> reply) {
        return switch (reply.status()) {
            case CHANGED -> new Outcome.Changed(DriverState.of(reply.values()));
            case CLAIMED -> new Outcome.Claimed();
            case UNKNOWN -> new Outcome.Unknown();
        };
    }
}
