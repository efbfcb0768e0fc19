package dev.hotstate.monitor.definition;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.monitor.probe.HttpTarget;
import dev.hotstate.monitor.probe.ProbeSecrets;
import dev.hotstate.monitor.probe.ProbeTarget;
import dev.hotstate.monitor.probe.TcpTarget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpecPolicyTest {

    private static final HttpTarget TARGET = HttpTarget.get("http://example.org/");

    private final SpecPolicy policy = new SpecPolicy(
            ofSeconds(5), host -> host.equals("192.0.2.1") ? Optional.of("is closed") : Optional.empty());

    @Test
    void a_name_and_a_target_are_enough() {
        assertThat(policy.problems(MonitorSpec.of("shop", TARGET))).isEmpty();
    }

    @Test
    void the_usual_values_fit_the_shortest_interval() {
        var spec = spec(ofSeconds(5), null, null, null);

        assertThat(spec.timeout()).isEqualTo(ofSeconds(4));
        assertThat(spec.retryDelay()).isEqualTo(ofSeconds(5));
        assertThat(policy.problems(spec)).isEmpty();
    }

    @Test
    void a_place_where_no_check_may_go_is_told_with_its_field() {
        assertThat(places(MonitorSpec.of("x", HttpTarget.get("http://192.0.2.1/"))))
                .containsExactly("/target/url");
        assertThat(places(MonitorSpec.of("x", new TcpTarget("192.0.2.1", 80, null, null, null))))
                .containsExactly("/target/host");
    }

    @Test
    void a_name_reads_as_it_was_written() {
        assertThat(places(MonitorSpec.of("shop \u202egnp.exe", TARGET))).containsExactly("/name");
        assertThat(places(MonitorSpec.of("two\nlines", TARGET))).containsExactly("/name");
        assertThat(policy.problems(MonitorSpec.of("Büro 👩‍🚀 متجر", TARGET))).isEmpty();
    }

    @Test
    void a_check_ends_before_the_next_one_begins() {
        assertThat(places(spec(ofSeconds(10), ofSeconds(10), 0, null))).containsExactly("/timeout");
    }

    @Test
    void a_retry_comes_sooner_than_the_next_regular_check() {
        assertThat(places(spec(ofSeconds(10), ofSeconds(1), 1, ofSeconds(11)))).containsExactly("/retryDelay");
    }

    @Test
    void an_interval_is_between_five_seconds_and_a_day() {
        assertThat(places(spec(ofSeconds(4), ofSeconds(1), 0, null))).containsExactly("/interval");
        assertThat(places(spec(ofHours(25), ofSeconds(1), 0, null))).containsExactly("/interval");
    }

    @Test
    void nothing_is_measured_by_an_interval_that_is_refused() {
        assertThat(places(spec(Duration.ZERO, null, null, null))).doesNotContain("/retryDelay");
    }

    @Test
    void a_monitor_either_checks_or_is_reported_to() {
        var push = new PushSettings(Duration.ofMinutes(1));

        assertThat(places(TestMonitors.spec("x", null, null, null))).containsExactly("/target");
        assertThat(places(TestMonitors.spec("x", TARGET, push, 0))).containsExactly("/push");
        assertThat(places(TestMonitors.spec("x", null, push, null))).isEmpty();
        assertThat(places(TestMonitors.spec("x", null, push, 1))).containsExactly("/retries");
    }

    @Test
    void secrets_belong_to_http_and_together() {
        assertThat(places(withSecrets(new ProbeSecrets(Map.of(), "me", null, null))))
                .containsExactly("/secrets/password");
        assertThat(places(withSecrets(new ProbeSecrets(Map.of(), "me", "pw", "token"))))
                .containsExactly("/secrets/bearerToken");
        assertThat(places(withSecrets(new ProbeSecrets(Map.of("X Y", "v", "X-Z", "two\nlines"), null, null, null))))
                .containsExactlyInAnyOrder("/secrets/headers/X Y", "/secrets/headers/X-Z");
        assertThat(places(withSecrets(new ProbeSecrets(Map.of(), "me:", "pw", null))))
                .containsExactly("/secrets/username");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host", "content-length", "Transfer-Encoding", "connection"})
    void where_a_request_goes_and_how_long_it_is_are_no_secrets(String header) {
        assertThat(places(withSecrets(new ProbeSecrets(Map.of(header, "x"), null, null, null))))
                .containsExactly("/secrets/headers/" + header);
        var tcp = new TcpTarget("example.org", 80, null, null, null);
        assertThat(places(withSecrets(tcp, new ProbeSecrets(Map.of(), "me", "pw", null))))
                .containsExactly("/secrets");
    }

    @Test
    void reminders_come_every_minute_at_most_or_never() {
        assertThat(places(remindingEvery(Duration.ofSeconds(59)))).containsExactly("/remindEvery");
        assertThat(places(remindingEvery(Duration.ofDays(31)))).containsExactly("/remindEvery");
        assertThat(places(remindingEvery(Duration.ofMinutes(1)))).isEmpty();
        assertThat(places(remindingEvery(Duration.ZERO))).isEmpty();
    }

    private static MonitorSpec remindingEvery(Duration every) {
        return new MonitorSpec("x", TARGET, null, null, null, null, null, null, null, null, null, every, null);
    }

    @Test
    void problems_of_the_target_have_its_place() {
        assertThat(places(MonitorSpec.of("x", new TcpTarget("", 0, null, null, null))))
                .contains("/target/host", "/target/port");
    }

    private List<String> places(MonitorSpec spec) {
        return policy.problems(spec).stream().map(FieldError::pointer).toList();
    }

    private static MonitorSpec spec(Duration interval, Duration timeout, Integer retries, Duration retryDelay) {
        return new MonitorSpec(
                "x", TARGET, null, interval, timeout, retries, retryDelay, null, null, null, null, null, null);
    }

    private static MonitorSpec withSecrets(ProbeSecrets secrets) {
        return withSecrets(TARGET, secrets);
    }

    private static MonitorSpec withSecrets(ProbeTarget target, ProbeSecrets secrets) {
        return new MonitorSpec("x", target, null, null, null, null, null, null, null, null, null, null, secrets);
    }
}
