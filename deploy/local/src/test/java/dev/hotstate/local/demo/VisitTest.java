package dev.hotstate.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VisitTest {

    @Test
    void two_visitors_want_far_more_than_the_others() {
        var random = new SplittableRandom(4711);
        var byVisitor = IntStream.range(0, 10_000)
                .mapToObj(number -> Visit.any(random))
                .collect(Collectors.groupingBy(Visit::ip, Collectors.counting()));

        assertThat(byVisitor.values().stream().filter(visits -> visits > 200)).hasSize(2);
        assertThat(byVisitor).hasSizeGreaterThan(300);
    }
}
