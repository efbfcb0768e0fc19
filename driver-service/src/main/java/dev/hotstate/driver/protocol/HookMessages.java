package dev.hotstate.driver.protocol;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;

/** Which messages were taken already: an old "available" that comes again must not undo what came after it. */
@Singleton
class HookMessages {

    private static final int DIGITS = 32;

    private final RedisRouter redis;
    private final DriverKeys keys;

    HookMessages(RedisRouter redis, DriverKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /**
     * Remembers a message after it was taken: of two that come at the same moment both are, of one that failed the repetition
     * is.
     *
     * @param body two senders may give the same id to different messages
     * @param keep for which it may come again
     */
    Uni<Void> once(String id, String body, Duration keep, Uni<Void> work) {
        var key = keys.hook(digest(id + "\n" + body));
        return redis.send(Command.of("EXISTS").key(key))
                .chain(known -> known.integer() == 1
                        ? Uni.createFrom().voidItem()
                        : work.chain(() -> redis.send(Command.of("SET")
                                        .key(key)
                                        .arg(1)
                                        .arg("PX")
                                        .arg(keep.toMillis())
                                        .idempotent())
                                .replaceWithVoid()));
    }

    private static String digest(String message) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(message.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
