package dev.hotstate.metrics.platform;

import dev.hotstate.kit.redis.key.HashSlot;

/**
 * For each slot the first number, to the base of 36, that lies in it: as a hash tag it puts a key beside another one that has no
 * tag. All instances have to agree on it, and versions too.
 */
final class SlotTags {

    private static final String[] TAGS = tags();

    private SlotTags() {}

    static String of(int slot) {
        return TAGS[slot];
    }

    private static String[] tags() {
        var tags = new String[HashSlot.COUNT];
        int missing = tags.length;
        for (int number = 0; missing > 0; number++) {
            var tag = Integer.toString(number, Character.MAX_RADIX);
            int slot = HashSlot.of(tag);
            if (tags[slot] == null) {
                tags[slot] = tag;
                missing--;
            }
        }
        return tags;
    }
}
