package dev.hotstate.dag.template;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.dag.template.MisfirePolicy.Decision;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class MisfirePolicyTest {

    private static final Instant NINE = Instant.parse("2026-11-18T09:00:00Z");

    private final CronTimes hourly = CronTimes.of("0 * * * *", ZoneId.of("UTC"));

    @Test
    void in_time_every_policy_fires_and_goes_on() {
        for (var policy : MisfirePolicy.values()) {
            var decision = policy.decide(hourly, NINE, NINE.plusSeconds(2), 10);
            assertThat(decision.fires()).containsExactly(NINE);
            assertThat(decision.next()).isEqualTo(NINE.plus(ofHours(1)));
        }
    }

    @Test
    void before_its_time_nothing_fires() {
        var decision = MisfirePolicy.CATCH_UP.decide(hourly, NINE, NINE.minusSeconds(1), 10);
        assertThat(decision.fires()).isEmpty();
        assertThat(decision.next()).isEqualTo(NINE);
    }

    @Test
    void missed_times_are_skipped() {
        assertThat(fires(MisfirePolicy.SKIP, 10)).isEmpty();
    }

    @Test
    void missed_times_fire_once() {
        assertThat(fires(MisfirePolicy.FIRE_ONCE, 10)).containsExactly(NINE.plus(ofHours(3)));
    }

    @Test
    void missed_times_are_caught_up_with_oldest_first_up_to_a_limit() {
        assertThat(fires(MisfirePolicy.CATCH_UP, 10))
                .containsExactly(NINE, NINE.plus(ofHours(1)), NINE.plus(ofHours(2)), NINE.plus(ofHours(3)));
        assertThat(fires(MisfirePolicy.CATCH_UP, 2)).containsExactly(NINE.plus(ofHours(2)), NINE.plus(ofHours(3)));
    }

    @Test
    void a_time_within_the_grace_is_none_that_was_missed() {
        var now = NINE.plus(ofHours(3)).plus(ofSeconds(59));
        assertThat(MisfirePolicy.SKIP.decide(hourly, NINE, now, 10).fires()).containsExactly(NINE.plus(ofHours(3)));
    }

    @Test
    void years_of_absence_end_at_the_present() {
        var everyMinute = CronTimes.of("* * * * *", ZoneId.of("UTC"));
        var nine = NINE.plus(ofDays(365));
        var now = nine.plusSeconds(30);
        assertThat(MisfirePolicy.SKIP.decide(everyMinute, NINE, now, 10))
                .isEqualTo(new Decision(List.of(nine), nine.plus(ofMinutes(1))));
        assertThat(MisfirePolicy.FIRE_ONCE.decide(everyMinute, NINE, now, 10).fires())
                .containsExactly(nine.minus(ofMinutes(1)), nine);
        assertThat(MisfirePolicy.CATCH_UP.decide(everyMinute, NINE, now, 2).fires())
                .containsExactly(nine.minus(ofMinutes(2)), nine.minus(ofMinutes(1)), nine);
    }

    @Test
    void a_rare_time_is_not_forgotten_however_long_ago_it_was() {
        var yearly = CronTimes.of("0 9 18 11 *", ZoneId.of("UTC"));
        var now = NINE.plus(ofDays(300));
        assertThat(MisfirePolicy.FIRE_ONCE.decide(yearly, NINE, now, 10).fires())
                .containsExactly(NINE);
    }

    private List<Instant> fires(MisfirePolicy policy, int catchUpMax) {
        var now = NINE.plus(ofHours(3)).plus(ofSeconds(600));
        var decision = policy.decide(hourly, NINE, now, catchUpMax);
        assertThat(decision.next()).isEqualTo(NINE.plus(ofHours(4)));
        return decision.fires();
    }
}
