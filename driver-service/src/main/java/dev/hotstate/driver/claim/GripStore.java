package dev.hotstate.driver.claim;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.driver.position.CellDisplay;
import dev.hotstate.driver.position.DriverChange;
import dev.hotstate.driver.position.DriverChanges;
import dev.hotstate.driver.position.DriverState;
import dev.hotstate.driver.position.Shown;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.ScriptReply;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Drivers as claims change them in Redis: the record first, then the cells that show them. */
@Singleton
class GripStore {

    static final Script<ClaimWord> CLAIM_DRIVER = Script.load("lua/claim/claim_driver.lua", ClaimWord.class);
    static final Script<HoldWord> HOLD_DRIVER = Script.load("lua/claim/hold_driver.lua", HoldWord.class);
    static final Script<ReleaseWord> RELEASE_DRIVER = Script.load("lua/claim/release_driver.lua", ReleaseWord.class);
    static final Script<GiveBackWord> GIVE_BACK_DRIVER =
            Script.load("lua/claim/give_back_driver.lua", GiveBackWord.class);

    /** So many values tell of the grip, before those that tell of the driver. */
    private static final int GRIP = 2;

    private final RedisRouter redis;
    private final Scripts scripts;
    private final DriverKeys keys;
    private final CellDisplay display;
    private final DriverChanges changes;

    GripStore(RedisRouter redis, Scripts scripts, DriverKeys keys, CellDisplay display, DriverChanges changes) {
        this.redis = redis;
        this.scripts = scripts;
        this.keys = keys;
        this.display = display;
        this.changes = changes;
    }

    /** What became of an attempt to claim a driver. */
    sealed interface Attempt {

        record Claimed(DriverState driver, Grip grip) implements Attempt {}

        /** Somebody else was faster, or its heartbeat lapsed just now, or Redis does not know it any more. */
        record Missed(ClaimWord why) implements Attempt {}
    }

    /**
     * @param least a token that Postgres takes; 0: any
     * @param from  where somebody asks for the nearest
     */
    Uni<Attempt> claim(long driver, RequestAttempt request, Duration lease, long least, @Nullable GeoPoint from) {
        return scripts.run(CLAIM_DRIVER, keys.status(driver), keys.fence(driver))
                .idempotent()
                .args(
                        Long.toString(request.number()),
                        request.attempt(),
                        lease.toMillis(),
                        least,
                        DriverKeys.who(driver))
                .map(reply -> attempt(reply, request.number()))
                .call(attempt -> attempt instanceof Attempt.Claimed claimed
                        ? show(new DriverChange(driver, claimed.driver(), null, from))
                                .replaceWithVoid()
                        : Uni.createFrom().voidItem());
    }

    /**
     * Keeps the driver for an assignment. Fails, too, while a cell can't be told that still shows it: the same again tells it.
     *
     * @param rival token of a claim that Postgres refused because of this one; 0: none
     */
    Uni<HoldWord> hold(long driver, Grip grip, long rival) {
        return scripts.run(HOLD_DRIVER, keys.status(driver))
                .idempotent()
                .args(
                        Long.toString(grip.token()),
                        grip.leaseEndText(),
                        Long.toString(grip.request()),
                        Long.toString(rival),
                        DriverKeys.who(driver))
                .call(reply -> reply.is(HoldWord.HELD)
                        ? hide(driver, reply)
                        : Uni.createFrom().voidItem())
                .map(ScriptReply::status);
    }

    /** Of an assignment that has ended. */
    Uni<ReleaseWord> release(long driver, Grip grip) {
        return scripts.run(RELEASE_DRIVER, keys.status(driver))
                .idempotent()
                .args(Long.toString(grip.token()), Long.toString(grip.request()), DriverKeys.who(driver))
                .call(reply -> showIf(reply.is(ReleaseWord.RELEASED), driver, reply))
                .map(ScriptReply::status);
    }

    /** What an attempt holds that gets nothing. It may arrive late: what a later attempt or Postgres says of the driver stays. */
    Uni<GiveBackWord> giveBack(long driver, RequestAttempt request) {
        return scripts.run(GIVE_BACK_DRIVER, keys.status(driver))
                .idempotent()
                .args(Long.toString(request.number()), request.attempt(), DriverKeys.who(driver))
                .call(reply -> showIf(reply.is(GiveBackWord.RELEASED), driver, reply))
                .map(ScriptReply::status);
    }

    /** Of a driver that was erased. */
    Uni<Void> forget(long driver) {
        return redis.send(Command.of("DEL").key(keys.fence(driver)).idempotent())
                .replaceWithVoid();
    }

    private Uni<Void> showIf(boolean changed, long driver, ScriptReply<?> reply) {
        return changed
                ? show(changed(driver, reply)).replaceWithVoid()
                : Uni.createFrom().voidItem();
    }

    /** It is changed for good; a cell that does not answer is told as soon as it does. */
    private Uni<Shown> show(DriverChange change) {
        changes.tell(List.of(change));
        return display.show(Map.of(change.driver(), change.state()));
    }

    private static DriverChange changed(long driver, ScriptReply<?> reply) {
        return new DriverChange(driver, DriverState.of(reply.values()), null);
    }

    private Uni<Void> hide(long driver, ScriptReply<?> reply) {
        return show(changed(driver, reply)).chain(shown -> {
            var cause = shown.lingering().get(driver);
            return cause == null
                    ? Uni.createFrom().voidItem()
                    : Uni.createFrom().failure(cause);
        });
    }

    private static Attempt attempt(ScriptReply<ClaimWord> reply, long request) {
        if (!reply.is(ClaimWord.CLAIMED)) {
            return new Attempt.Missed(reply.status());
        }
        var grip = new Grip(Long.parseLong(reply.text(0)), Instant.ofEpochMilli(reply.integer(1)), request);
        return new Attempt.Claimed(
                DriverState.of(reply.values().subList(GRIP, reply.values().size())), grip);
    }
}
