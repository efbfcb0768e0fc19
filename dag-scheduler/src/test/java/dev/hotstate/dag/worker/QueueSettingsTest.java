package dev.hotstate.dag.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueueSettingsTest {

    @Test
    void until_they_were_read_every_queue_is_paused() {
        var unread = new QueueSettings(null, null, null);
        assertThat(unread.of("mail").paused()).isTrue();
        assertThat(unread.of("mail").isUnlimited()).isFalse();
    }
}
