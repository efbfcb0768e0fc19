package dev.hotstate.monitor.statuspage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.monitor.read.ShownState;
import org.junit.jupiter.api.Test;

class BadgeTest {

    @Test
    void a_badge_says_the_state_in_words() {
        assertThat(Badge.ofState(ShownState.DOWN).message()).isEqualTo("down");
        assertThat(Badge.ofState(ShownState.UNKNOWN).message()).isEqualTo("unknown");
    }

    @Test
    void a_failure_that_is_being_confirmed_is_nobodys_business_yet() {
        assertThat(Badge.ofState(ShownState.CONFIRMING)).isEqualTo(Badge.ofState(ShownState.UP));
    }

    @Test
    void uptime_is_a_hundred_only_if_nothing_failed() {
        assertThat(Badge.ofUptime("30d", 1.0).message()).isEqualTo("100 %");
        assertThat(Badge.ofUptime("30d", 0.99999).message()).isEqualTo("99.99 %");
        assertThat(Badge.ofUptime("30d", null).message()).isEqualTo("unknown");
    }

    @Test
    void what_takes_less_than_a_millisecond_takes_some_time() {
        assertThat(Badge.ofLatency(0.0).message()).isEqualTo("< 1 ms");
        assertThat(Badge.ofLatency(12.4).message()).isEqualTo("12 ms");
        assertThat(Badge.ofLatency(null).message()).isEqualTo("unknown");
    }

    @Test
    void the_picture_is_well_formed_and_escaped() throws Exception {
        var svg = new Badge(1, "a<b", "\"&'", "2f9e62", 60).svg();

        var document = javax.xml.parsers.DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new java.io.ByteArrayInputStream(svg.getBytes(java.nio.charset.StandardCharsets.UTF_8)));

        assertThat(document.getDocumentElement().getAttribute("aria-label")).isEqualTo("a<b: \"&'");
        assertThat(document.getElementsByTagName("text").getLength()).isEqualTo(2);
    }
}
