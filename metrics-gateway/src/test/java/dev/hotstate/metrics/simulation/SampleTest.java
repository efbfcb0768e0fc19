package dev.hotstate.metrics.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleTest {

    private static final int CALLERS = 1_000;
    private static final int REQUESTS_OF_EACH = 5;

    @Test
    void a_thinned_sample_has_all_requests_of_the_callers_it_has() {
        var thinned = sample(0).atMost(1_000);
        assertThat(thinned.requests()).hasSizeBetween(300, 1_000);
        assertThat(thinned.thinning()).isBetween(3, 4);
        assertThat(byCaller(thinned).values()).allMatch(count -> count == REQUESTS_OF_EACH);
    }

    @Test
    void samples_of_two_instances_have_the_same_callers() {
        var one = sample(0).atMost(1_000);
        var both = one.plus(sample(60_000));
        assertThat(both.thinning()).isEqualTo(one.thinning());
        assertThat(byCaller(both).keySet()).isEqualTo(byCaller(one).keySet());
        assertThat(byCaller(both).values()).allMatch(count -> count == 2 * REQUESTS_OF_EACH);
    }

    @Test
    void few_requests_are_all_kept() {
        assertThat(sample(0).atMost(CALLERS * REQUESTS_OF_EACH)).isEqualTo(sample(0));
    }

    private static Map<String, Long> byCaller(Sample sample) {
        return sample.requests().stream().collect(Collectors.groupingBy(Sampled::unit, Collectors.counting()));
    }

    private static Sample sample(long from) {
        return new Sample(
                0,
                0,
                IntStream.range(0, CALLERS * REQUESTS_OF_EACH)
                        .mapToObj(i -> request(from + i, "caller-" + i % CALLERS))
                        .toList());
    }

    private static Sampled request(long at, String ip) {
        return new Sampled(at, List.of("x"), "GET", ip, null, Map.of(), List.of(), null, 1, 1);
    }
}
