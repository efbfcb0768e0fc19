package dev.hotstate.kit.redis.script;

/** A Lua file that cannot be used as it stands: found when its {@link Script} is created, so in any test. */
public final class BrokenScript extends IllegalStateException {

    BrokenScript(String message) {
        super(message);
    }
}
