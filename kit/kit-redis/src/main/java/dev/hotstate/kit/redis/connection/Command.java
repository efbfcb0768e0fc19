package dev.hotstate.kit.redis.connection;

import dev.hotstate.kit.redis.key.RedisKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One Redis command: its words and the slot that decides which master gets it.
 *
 * <p>Built fluently and then only read; not for reuse by two threads while it is being built.
 *
 * <pre>{@code
 * Command.of("HINCRBY").key(keys.counter(id)).arg("hits").arg(1)
 * Command.of("EVALSHA").arg(sha).arg(2).key(ready).key(lease).arg(leaseMs)
 * }</pre>
 */
public final class Command {

    /** The slot of a command without a key: any master may answer it. */
    public static final int ANY_SLOT = -1;

    private static final Set<String> READS = Set.of(
            "GET",
            "MGET",
            "STRLEN",
            "GETRANGE",
            "EXISTS",
            "TTL",
            "PTTL",
            "TYPE",
            "HGET",
            "HMGET",
            "HGETALL",
            "HLEN",
            "HEXISTS",
            "HSCAN",
            "LRANGE",
            "LLEN",
            "LINDEX",
            "SMEMBERS",
            "SISMEMBER",
            "SMISMEMBER",
            "SCARD",
            "SSCAN",
            "ZRANGE",
            "ZSCORE",
            "ZMSCORE",
            "ZCARD",
            "ZCOUNT",
            "ZRANK",
            "XRANGE",
            "XREVRANGE",
            "XLEN",
            "GEOPOS",
            "GEOSEARCH",
            "PFCOUNT",
            "EVAL_RO",
            "EVALSHA_RO");

    private final List<Object> words = new ArrayList<>(6);
    private int slot = ANY_SLOT;
    private boolean idempotent;
    private String purpose = "";

    private Command(String name) {
        words.add(name);
    }

    /** Starts a command; a sub-command is an argument: {@code of("CLUSTER").arg("INFO")}. */
    public static Command of(String name) {
        return new Command(name);
    }

    /**
     * Adds a key. The first key decides the slot.
     *
     * @throws IllegalArgumentException if the key lies in another slot than the keys before it
     */
    public Command key(RedisKey key) {
        if (slot != ANY_SLOT && slot != key.slot()) {
            throw new IllegalArgumentException(
                    "Keys of one command must share a slot; " + name() + " has keys in " + slot + " and " + key.slot());
        }
        slot = key.slot();
        words.add(key.value());
        return this;
    }

    public Command arg(String value) {
        words.add(value);
        return this;
    }

    public Command arg(long value) {
        words.add(value);
        return this;
    }

    /** Adds bytes as they are; the array must not change afterwards. */
    public Command arg(byte[] value) {
        words.add(value);
        return this;
    }

    /** Adds a word that the connection fills in. */
    public Command arg(ServerWord word) {
        words.add(word);
        return this;
    }

    /** Routes a command that names no key (SPUBLISH channel) to the master of this slot. */
    public Command slot(int slot) {
        this.slot = slot;
        return this;
    }

    /**
     * Declares that applying this command twice is as good as once, so that it may be sent again when its first fate is
     * unknown.
     */
    public Command idempotent() {
        idempotent = true;
        return this;
    }

    /** Tells traces what a command whose name says little, such as EVALSHA, is for. Never anything that a caller sent. */
    public Command purpose(String purpose) {
        this.purpose = purpose;
        return this;
    }

    public String purpose() {
        return purpose;
    }

    public String name() {
        return (String) words.get(0);
    }

    public int slot() {
        return slot;
    }

    public boolean isIdempotent() {
        return idempotent;
    }

    /** True for the well-known commands that only read; false says nothing. */
    public boolean isRead() {
        return READS.contains(name());
    }

    /** The words to send: strings, longs, byte arrays and what the connection fills in. */
    List<Object> words() {
        return words;
    }

    /** Only the name: arguments may be secret or personal. */
    @Override
    public String toString() {
        return name();
    }
}
