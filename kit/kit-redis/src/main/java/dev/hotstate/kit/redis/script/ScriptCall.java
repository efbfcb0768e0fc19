package dev.hotstate.kit.redis.script;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.ServerWord;
import dev.hotstate.kit.redis.key.RedisKey;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A script with its keys, about to get its arguments. */
public final class ScriptCall<S extends Enum<S>> {

    private final Scripts scripts;
    private final Script<S> script;
    private final List<RedisKey> keys;
    private @Nullable Duration deadline;
    private boolean idempotent;

    ScriptCall(Scripts scripts, Script<S> script, List<RedisKey> keys) {
        this.scripts = scripts;
        this.script = script;
        this.keys = keys;
    }

    /** Another deadline than the configured one, for both attempts together. */
    public ScriptCall<S> within(Duration deadline) {
        this.deadline = deadline;
        return this;
    }

    /** Says that running it twice is as good as once: see {@link Command#idempotent()}. */
    public ScriptCall<S> idempotent() {
        idempotent = true;
        return this;
    }

    /** Runs the script, once per subscription. Arguments are texts, whole numbers, booleans (1, 0), bytes or server words. */
    public Uni<ScriptReply<S>> args(Object... args) {
        return scripts.run(with(args));
    }

    /** The call with its arguments, to be run with others by {@link Scripts#runAll}. */
    public PreparedScript<S> with(Object... args) {
        for (var arg : args) {
            checkType(arg);
        }
        return new PreparedScript<>(this, List.of(args));
    }

    Script<S> script() {
        return script;
    }

    @Nullable
    Duration deadline() {
        return deadline;
    }

    Command evalSha(List<Object> args) {
        return command("EVALSHA", script.sha1(), args);
    }

    Command eval(List<Object> args) {
        return command("EVAL", script.text(), args);
    }

    private Command command(String name, String scriptOrSha, List<Object> args) {
        var command = Command.of(name).purpose(script.name()).arg(scriptOrSha).arg(keys.size());
        keys.forEach(command::key);
        args.forEach(arg -> add(command, arg));
        return idempotent ? command.idempotent() : command;
    }

    private static void add(Command command, Object arg) {
        switch (arg) {
            case String text -> command.arg(text);
            case Integer number -> command.arg(number.longValue());
            case Long number -> command.arg(number);
            case Boolean flag -> command.arg(flag ? 1L : 0L);
            case byte[] bytes -> command.arg(bytes);
            case ServerWord word -> command.arg(word);
            default -> throw unsupported(arg);
        }
    }

    private static void checkType(Object arg) {
        if (!(arg instanceof String
                || arg instanceof Integer
                || arg instanceof Long
                || arg instanceof Boolean
                || arg instanceof byte[]
                || arg instanceof ServerWord)) {
            throw unsupported(arg);
        }
    }

    private static IllegalArgumentException unsupported(Object arg) {
        return new IllegalArgumentException(
                "a script argument cannot be a " + arg.getClass().getSimpleName());
    }
}
