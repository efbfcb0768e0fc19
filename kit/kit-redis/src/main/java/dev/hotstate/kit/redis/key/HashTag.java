package dev.hotstate.kit.redis.key;

/**
 * The part of a key that alone decides its slot. Keys that change together in one script share a tag: that of a
 * partition ({@code {m07bt}}) or a natural one (a driver, a map cell).
 */
public record HashTag(String name) {

    public HashTag {
        KeyPart.id("tag", name);
    }

    /** The tag as it stands in a key, with its braces. */
    public String braced() {
        return "{" + name + "}";
    }

    public int slot() {
        return HashSlot.of(name);
    }

    /** The id of a key that belongs to the tag as a whole, such as the queue of a partition. */
    public KeyId id() {
        return new KeyId(braced());
    }

    /** The id of one thing that lives under this tag. */
    public KeyId id(String id) {
        return new KeyId(braced() + KeyPart.id("id", id));
    }
}
