package dev.hotstate.monitor.probe;

import static dev.hotstate.monitor.probe.ProbeResultAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.testing.net.LocalDns;
import dev.hotstate.kit.testing.net.LocalDns.Type;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DnsProbeTest {

    @RegisterExtension
    static final ProbeFixture world = new ProbeFixture();

    @ParameterizedTest
    @CsvSource({
        "A, 192.0.2.1",
        "AAAA, 2001:db8:0:0:0:0:0:1",
        "CNAME, www.target.example",
        "MX, 10 mx.target.example",
        "NS, ns.target.example",
        "TXT, v=spf1 -all",
        "PTR, host.target.example",
        "SOA, ns.target.example admin.target.example 2026111801 7200 3600 1209600 3600",
        "SRV, 5 0 443 host.target.example"
    })
    void each_type_is_asked_for_and_compared(DnsTarget.Type type, String value) {
        var name = type.name().toLowerCase() + ".types.example";
        world.dns.answer(name, Type.valueOf(type.name()), () -> List.of(value));
        assertThat(world.run(question(name, type, value))).isUp();
        assertThat(world.run(question(name, type, "something.else"))).isDown(Reason.ASSERTION);
    }

    @Test
    void all_expected_values_must_be_there_and_others_may() {
        world.dns.answer("many.example", "192.0.2.1", "192.0.2.2", "192.0.2.3");
        assertThat(world.run(question("many.example", DnsTarget.Type.A, "192.0.2.1", "192.0.2.3")))
                .isUp();
        assertThat(world.run(question("many.example", DnsTarget.Type.A, "192.0.2.1", "192.0.2.9")))
                .isDown(Reason.ASSERTION)
                .says("1 of the expected values");
    }

    @Test
    void a_name_that_does_not_exist() {
        assertThat(world.run(question("nowhere.example", DnsTarget.Type.A)))
                .isDown(Reason.DNS)
                .says("does not exist");
    }

    @Test
    void a_name_without_such_a_record() {
        world.dns.answer("only-a.example", "192.0.2.1");
        assertThat(world.run(question("only-a.example", DnsTarget.Type.MX))).isDown(Reason.DNS);
    }

    @Test
    void what_came_is_counted_and_a_zone_has_a_serial() {
        world.dns.answer(
                "zone.example",
                Type.SOA,
                () -> List.of("ns.zone.example admin.zone.example 2026111803 7200 3600 1209600 3600"));

        assertThat(world.observe(question("zone.example", DnsTarget.Type.SOA)).dns())
                .isEqualTo(new DnsCounts(1, 0, 0, 2_026_111_803L));
    }

    @Test
    void a_server_that_does_not_answer() {
        try (var silent = LocalDns.start()) {
            silent.beSilent();
            var target = new DnsTarget("a.example", DnsTarget.Type.A, Set.of(), "127.0.0.1", silent.port(), null);
            assertThat(world.run(target, Duration.ofMillis(500)))
                    .isDown(Reason.DNS)
                    .says("in time");
        }
    }

    @Test
    void a_server_whose_name_is_not_resolved_in_time() {
        var late = new CompletableFuture<List<String>>();
        world.dns.answer("late.example", Type.A, late::join);
        var target = new DnsTarget("a.example", DnsTarget.Type.A, Set.of(), "late.example", 53, null);

        try {
            assertThat(world.run(target, Duration.ofMillis(500)))
                    .isDown(Reason.DNS)
                    .says("in time");
        } finally {
            late.complete(List.of("127.0.0.1"));
        }
    }

    @Test
    void a_server_at_a_closed_address_is_not_asked() {
        var target = new DnsTarget("a.example", DnsTarget.Type.A, Set.of(), "169.254.169.254", 53, null);
        assertThat(world.run(target)).isDown(Reason.BLOCKED_TARGET);
    }

    private static DnsTarget question(String name, DnsTarget.Type type, String... expected) {
        return new DnsTarget(name, type, Set.of(expected), "127.0.0.1", world.dns.port(), null);
    }
}
