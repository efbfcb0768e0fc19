package dev.hotstate.kit.redis.key;

/**
 * A complete key with its slot, computed once.
 *
 * <p>Services get theirs from {@link KeySpace}. The constructor is open because records cannot hide it; assertions,
 * which every test runs with, catch a slot that is not the key's own.
 */
public record RedisKey(String value, int slot) {

    public RedisKey {
        assert slot == HashSlot.of(value) : "slot " + slot + " is not that of " + value;
    }

    /** For keys that do not come from a key space, such as those a scan found. */
    public static RedisKey of(String value) {
        return new RedisKey(value, HashSlot.of(value));
    }

    @Override
    public String toString() {
        return value;
    }
}
