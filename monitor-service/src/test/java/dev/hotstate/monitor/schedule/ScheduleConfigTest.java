package dev.hotstate.monitor.schedule;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScheduleConfigTest {

    @Test
    void defaults() {
        var config = TestConfig.usual();

        assertThat(config.enabled()).isTrue();
        assertThat(config.leaseMargin()).isEqualTo(ofSeconds(10));
        assertThat(config.tick()).isEqualTo(ofMillis(20));
        assertThat(config.pollMin()).isEqualTo(ofMillis(100));
        assertThat(config.pollMax()).isEqualTo(ofSeconds(1));
        assertThat(config.batchMax()).isEqualTo(100);
        assertThat(config.checksMax()).isEqualTo(1_000);
        assertThat(config.slowAfter()).isEqualTo(ofSeconds(1));
        assertThat(config.slowChecksMax()).isEqualTo(2_000);
        assertThat(config.checksPerHostMax()).isEqualTo(32);
        assertThat(config.hostPause()).isEqualTo(ofSeconds(1));
        assertThat(config.backlogMax()).isEqualTo(200_000);
        assertThat(config.stuckAfter()).isEqualTo(ofSeconds(60));
        assertThat(config.farewell()).isEqualTo(ofSeconds(2));
    }
}
