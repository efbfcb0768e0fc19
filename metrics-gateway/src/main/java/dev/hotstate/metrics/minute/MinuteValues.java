package dev.hotstate.metrics.minute;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.Outcome;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The values of one kind. */
public final class MinuteValues<T> {

    static final Script<NoteWord> NOTE_WRITER = Script.load("lua/minute/note_writer.lua", NoteWord.class);

    private static final Duration DEADLINE = Duration.ofSeconds(2);

    private final RedisRouter router;
    private final Scripts scripts;
    private final ObjectMapper json;
    private final Kind<T> kind;

    /**
     * @param keyOf a value
     * @param writers the key of those who have written some
     * @param kept so long
     */
    public record Kind<T>(Class<T> type, Function<MinutePart, RedisKey> keyOf, RedisKey writers, Duration kept) {}

    public MinuteValues(RedisRouter router, Scripts scripts, ObjectMapper json, Kind<T> kind) {
        this.router = router;
        this.scripts = scripts;
        this.json = json;
        this.kind = kind;
    }

    /** Overwrites what the same process wrote of the same minute before. */
    public Uni<Void> write(MinutePart part, T value) {
        return router.send(Command.of("SET")
                        .key(kind.keyOf().apply(part))
                        .arg(encode(value))
                        .arg("EX")
                        .arg(kind.kept().toSeconds())
                        .idempotent())
                .replaceWithVoid();
    }

    /** Tells that this process has written, and gives all whose values are still there, with the last minute of each. */
    public Uni<Map<String, Long>> note(MinutePart last) {
        return scripts.run(NOTE_WRITER, kind.writers())
                .idempotent()
                .args(
                        last.writer(),
                        last.minute(),
                        last.minute() - kind.kept().toMinutes(),
                        kind.kept().toMillis())
                .map(reply -> writers(reply.textsFrom(0)));
    }

    /** All who have written, as the last of them knew. */
    public Uni<Map<String, Long>> writers() {
        return router.send(Command.of("HGETALL").key(kind.writers()))
                .map(reply -> writers(reply.stream().map(Reply::text).toList()));
    }

    private static Map<String, Long> writers(List<String> words) {
        var writers = new HashMap<String, Long>();
        for (int i = 0; i < words.size(); i += 2) {
            writers.put(words.get(i), Long.parseLong(words.get(i + 1)));
        }
        return writers;
    }

    /** In the order of the parts; empty where there is nothing. Fails if a node does not answer. Answers on a worker thread. */
    public Uni<List<Optional<T>>> read(List<MinutePart> parts) {
        return router.sendAll(
                        parts.stream()
                                .map(part -> Command.of("GET").key(kind.keyOf().apply(part)))
                                .toList(),
                        DEADLINE)
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(outcomes ->
                        outcomes.stream().map(Outcome::orThrow).map(this::value).toList());
    }

    private Optional<T> value(Reply reply) {
        return reply.isNil() ? Optional.empty() : Optional.of(decode(reply.bytes()));
    }

    private byte[] encode(T value) {
        var bytes = new ByteArrayOutputStream();
        try (var packed = new GZIPOutputStream(bytes)) {
            json.writeValue(packed, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private T decode(byte[] bytes) {
        try (var packed = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return json.readValue(packed, kind.type());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
