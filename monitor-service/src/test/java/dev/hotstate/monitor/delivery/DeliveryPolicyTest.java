package dev.hotstate.monitor.delivery;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeliveryPolicyTest {

    private final DeliveryPolicy policy =
            new DeliveryPolicy(List.of(ofSeconds(5), ofMinutes(5), ofMinutes(30), ofHours(2)), ofHours(6));

    @Test
    void each_failure_is_followed_by_a_longer_pause_until_there_is_none() {
        assertThat(policy.pause(1, null)).contains(ofSeconds(5));
        assertThat(policy.pause(2, null)).contains(ofMinutes(5));
        assertThat(policy.pause(3, null)).contains(ofMinutes(30));
        assertThat(policy.pause(4, null)).contains(ofHours(2));
        assertThat(policy.pause(5, null)).isEmpty();
    }

    @Test
    void a_receiver_may_ask_for_a_longer_pause() {
        assertThat(policy.pause(1, ofMinutes(1))).contains(ofMinutes(1));
        assertThat(policy.pause(2, ofSeconds(1))).contains(ofMinutes(5));
        assertThat(policy.pause(1, ofHours(48))).contains(ofHours(6));
    }

    @Test
    void asking_for_a_pause_brings_no_further_attempt() {
        assertThat(policy.pause(5, ofMinutes(1))).isEmpty();
    }
}
