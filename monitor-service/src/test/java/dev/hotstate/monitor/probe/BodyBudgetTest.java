package dev.hotstate.monitor.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class BodyBudgetTest {

    private static final int MAX = 1_000;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BodyBudget budget = new BodyBudget(MAX, meters);

    @Test
    void a_body_is_what_was_appended() {
        var body = budget.body();
        body.append(bytes(3));
        body.append(bytes(4));
        assertThat(body.size()).isEqualTo(7);
        assertThat(body.text(StandardCharsets.UTF_8)).isEqualTo("aaaaaaa");
    }

    @Test
    void a_single_body_may_have_half_of_all() {
        var body = budget.body();
        assertThat(body.append(bytes(MAX / 2))).isTrue();
        assertThat(body.append(bytes(1))).isFalse();
        assertThat(meters.get("monitor.probe.body.refused").counter().count()).isEqualTo(1);
    }

    @Test
    void however_many_grow_as_long_as_they_can_there_is_room_for_a_short_one() {
        var greedy = new ArrayList<Body>();
        for (int i = 0; i < 9; i++) {
            greedy.add(budget.body());
        }
        boolean grew = true;
        while (grew) {
            grew = false;
            for (var body : greedy) {
                grew |= body.append(bytes(1));
            }
        }
        assertThat(greedy).allSatisfy(body -> assertThat(body.size()).isBetween(90, 110));
        assertThat(budget.body().append(bytes(40))).isTrue();
        assertThat(held()).isLessThanOrEqualTo(MAX);
    }

    @Test
    void what_is_released_is_there_for_others() {
        var first = budget.body();
        first.append(bytes(400));
        first.release();
        assertThat(held()).isZero();
        assertThat(budget.body().append(bytes(MAX / 2))).isTrue();
    }

    private double held() {
        return meters.get("monitor.probe.body.held").gauge().value();
    }

    private static ByteBuf bytes(int count) {
        return Unpooled.wrappedBuffer("a".repeat(count).getBytes(StandardCharsets.US_ASCII));
    }
}
