package dev.hotstate.kit.redis.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.redis.encryption.EncryptionKeys;
import dev.hotstate.kit.redis.key.RedisKey;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a cache entry: {@code {"_v":3,"_t":1702900800123,"data":{...}}} as JSON up to 1024 bytes, above that the
 * same as MessagePack, whose first byte tells it apart. {@code _t} is in unix milliseconds, finer than the seed's
 * seconds, since short TTLs are judged by it.
 *
 * <p>Encrypted, {@code _k} names the key and {@code data} is nonce and ciphertext; the Redis key, version and time are
 * authenticated with it, so an entry that was copied to another key, or made to look younger, does not open.
 */
final class EnvelopeCodec {

    static final int JSON_BYTES_MAX = 1024;

    /** The year 5138: nothing of ours is younger. */
    private static final long MILLIS_MAX = 100_000_000_000_000L;

    private final ObjectMapper json;
    private final int version;
    private final @Nullable EncryptionKeys encryption;

    EnvelopeCodec(ObjectMapper json, int version, @Nullable EncryptionKeys encryption) {
        this.json = json;
        this.version = version;
        this.encryption = encryption;
    }

    byte[] encode(RedisKey key, Envelope envelope) {
        long writtenAt = envelope.writtenAt().toEpochMilli();
        var tree = json.createObjectNode().put("_v", version).put("_t", writtenAt);
        if (encryption == null) {
            tree.set("data", envelope.data());
        } else {
            tree.put("_k", encryption.current());
            tree.put("data", encryption.encrypt(bytes(envelope.data()), context(key, writtenAt)));
        }
        return bytes(tree);
    }

    /** Empty for another version, and for whatever this codec did not write: both are a miss. */
    Optional<Envelope> decode(RedisKey key, byte[] bytes) {
        try {
            var tree = tree(bytes);
            if (tree.path("_v").asInt(-1) != version || !isTime(tree.path("_t")) || !tree.hasNonNull("data")) {
                return Optional.empty();
            }
            var data = encryption == null ? tree.get("data") : decrypted(key, tree, encryption);
            return Optional.of(new Envelope(Instant.ofEpochMilli(tree.get("_t").longValue()), data));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** One that sums of times can be made with. */
    private static boolean isTime(JsonNode millis) {
        return millis.isIntegralNumber()
                && millis.canConvertToLong()
                && millis.longValue() >= 0
                && millis.longValue() <= MILLIS_MAX;
    }

    private JsonNode decrypted(RedisKey key, JsonNode tree, EncryptionKeys encryption) throws IOException {
        var context = context(key, tree.get("_t").longValue());
        var sealed = tree.get("data").binaryValue();
        if (sealed == null) {
            throw new IllegalArgumentException("no ciphertext");
        }
        return tree(encryption.decrypt(tree.path("_k").asText(), sealed, context));
    }

    private byte[] context(RedisKey key, long writtenAt) {
        return (key.value() + "\n" + version + "\n" + writtenAt).getBytes(UTF_8);
    }

    private byte[] bytes(JsonNode tree) {
        try {
            var asJson = json.writeValueAsBytes(tree);
            return asJson.length <= JSON_BYTES_MAX || !MessagePack.fits(tree) ? asJson : MessagePack.pack(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }

    private JsonNode tree(byte[] bytes) throws IOException {
        // A JSON value of ours begins with ASCII; a MessagePack map, array or long text never does.
        boolean isMessagePack = bytes.length > 0 && bytes[0] < 0;
        return isMessagePack ? MessagePack.unpack(bytes) : json.readTree(bytes);
    }
}
