package dev.hotstate.kit.redis.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharePolicyTest {

    private static final int PARTITIONS = 64;

    @Test
    void one_alone_has_all() {
        assertThat(SharePolicy.share("a", List.of("a"), PARTITIONS)).isEqualTo(64);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 12, 64, 65, 100})
    void shares_add_up_and_differ_by_one_at_most(int processes) {
        var names = IntStream.range(0, processes).mapToObj(i -> "p" + i).toList();
        var shares = names.stream()
                .mapToInt(name -> SharePolicy.share(name, names, PARTITIONS))
                .summaryStatistics();
        assertThat(shares.getSum()).isEqualTo(PARTITIONS);
        assertThat(shares.getMax() - shares.getMin()).isLessThanOrEqualTo(1);
    }

    @Test
    void the_order_in_which_the_living_are_listed_does_not_matter() {
        assertThat(SharePolicy.share("b", List.of("c", "a", "b"), PARTITIONS))
                .isEqualTo(SharePolicy.share("b", List.of("a", "b", "c"), PARTITIONS));
    }

    @Test
    void who_is_not_among_the_living_has_no_share() {
        assertThat(SharePolicy.share("x", List.of("a", "b"), PARTITIONS)).isZero();
    }
}
