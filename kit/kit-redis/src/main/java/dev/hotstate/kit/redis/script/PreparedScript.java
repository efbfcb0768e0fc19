package dev.hotstate.kit.redis.script;

import dev.hotstate.kit.redis.connection.Command;
import java.util.List;

/** A script with its keys and arguments. */
public final class PreparedScript<S extends Enum<S>> {

    private final ScriptCall<S> call;
    private final List<Object> args;

    PreparedScript(ScriptCall<S> call, List<Object> args) {
        this.call = call;
        this.args = args;
    }

    ScriptCall<S> call() {
        return call;
    }

    Script<S> script() {
        return call.script();
    }

    Command evalSha() {
        return call.evalSha(args);
    }

    Command eval() {
        return call.eval(args);
    }
}
