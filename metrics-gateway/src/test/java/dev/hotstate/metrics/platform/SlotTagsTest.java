package dev.hotstate.metrics.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.key.HashSlot;
import dev.hotstate.kit.redis.key.KeySpace;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlotTagsTest {

    @Test
    void each_slot_has_a_short_tag_that_lies_in_it() {
        assertThat(IntStream.range(0, HashSlot.COUNT)).allSatisfy(slot -> {
            assertThat(SlotTags.of(slot)).hasSizeLessThanOrEqualTo(5);
            assertThat(HashSlot.of(SlotTags.of(slot))).isEqualTo(slot);
        });
    }

    @Test
    void the_mark_of_a_batch_lies_beside_what_it_is_about_and_nowhere_else() {
        var keys = new MetricsKeys(new KeySpace("test", "metrics"));
        var total = keys.requests("total");
        assertThat(keys.seen(total, "batch-1").slot()).isEqualTo(total.slot());
        assertThat(keys.seen(total, "batch-1"))
                .isNotEqualTo(keys.seen(total, "batch-2"))
                .isNotEqualTo(keys.seen(keys.requests("accepted"), "batch-1"));
        // Another version must find it again.
        assertThat(SlotTags.of(0)).isEqualTo("1bz");
    }
}
