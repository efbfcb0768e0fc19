package dev.hotstate.kit.http.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.testing.net.LocalDns;
import dev.hotstate.kit.testing.net.LocalDns.Type;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EgressGuardTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Vertx VERTX = Vertx.vertx();
    private static final LocalDns DNS = LocalDns.start();
    private static final DnsResolver RESOLVER = new DnsResolver(VERTX, List.of(DNS.address()), PATIENCE);

    private final EgressGuard guard =
            new EgressGuard(new AddressPolicy(List.of(), List.of(), Set.of(), false), RESOLVER);

    @AfterAll
    static void stop() {
        RESOLVER.close();
        DNS.close();
        VERTX.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void gives_out_the_checked_address_with_the_name() {
        DNS.answer("shop.example", "8.8.8.8");
        var destination = admit("Shop.Example.", 443);
        assertThat(destination.host()).isEqualTo("shop.example");
        assertThat(destination.address().getHostAddress()).isEqualTo("8.8.8.8");
        assertThat(destination.socketAddress().host()).isEqualTo("shop.example");
        assertThat(destination.socketAddress().hostAddress()).isEqualTo("8.8.8.8");
    }

    @Test
    void one_closed_address_among_open_ones_closes_the_name() {
        DNS.answer("mixed.example", "8.8.8.8", "10.0.0.1");
        assertThatThrownBy(() -> admit("mixed.example", 80))
                .isInstanceOfSatisfying(
                        EgressRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(AddressClass.PRIVATE))
                .hasMessageNotContaining("10.0.0.1");
    }

    @Test
    void a_closed_ipv6_address_closes_the_name_too() {
        DNS.answer("six.example", "8.8.8.8").answer("six.example", Type.AAAA, () -> List.of("fd00:ec2::254"));
        assertThatThrownBy(() -> admit("six.example", 80)).hasMessageContaining("metadata");
    }

    @Test
    void a_name_that_changes_its_address_is_checked_each_time() {
        var asked = new AtomicInteger();
        DNS.answer("rebinding.example", Type.A, () -> List.of(asked.getAndIncrement() == 0 ? "8.8.8.8" : "127.0.0.1"));
        assertThat(admit("rebinding.example", 80).address().getHostAddress()).isEqualTo("8.8.8.8");
        assertThatThrownBy(() -> admit("rebinding.example", 80)).isInstanceOf(EgressRefused.class);
    }

    @Test
    void a_name_without_address_is_not_found() {
        assertThatThrownBy(() -> admit("nowhere.example", 80))
                .isInstanceOf(HostNotFound.class)
                .hasMessage("nowhere.example does not resolve");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // other spellings of 127.0.0.1, after cujanovic/SSRF-Testing and PayloadsAllTheThings
                "127.0.0.1",
                "127.0.0.1.",
                "127.1",
                "127.0.1",
                "127.000.000.001",
                "0177.0.0.1",
                "0177.1",
                "0x7f.1",
                "0x7f000001",
                "0x7f.0x0.0x0.0x1",
                "0X7F000001",
                "2130706433",
                "2130706433.",
                "017700000001",
                "0",
                "0.0.0.0",
                "00.0.0.0",
                "127.0.0.0x1",
                "127.127.127.127",
                "127.0.1.3",
                "[::1]",
                "::1",
                "[::]",
                "[0:0:0:0:0:0:0:1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[0:0:0:0:0:ffff:127.0.0.1]",
                "[::127.0.0.1]",
                "[::1%25eth0]",
                "[fe80::1%eth0]",
                "①②⑦.⓪.⓪.①",
                "１２７.０.０.１",
                "127。0。0。1",
                "127．0．0．1",
                "⑯⑨。②⑤④。⑯⑨｡②⑤④",
                // of the metadata service
                "169.254.169.254",
                "2852039166",
                "0xa9fea9fe",
                "0xA9.0xFE.0xA9.0xFE",
                "0251.0376.0251.0376",
                "0251.254.169.254",
                "[::ffff:a9fe:a9fe]",
                "[::ffff:169.254.169.254]",
                "[64:ff9b::a9fe:a9fe]",
                "[2002:a9fe:a9fe::]",
                "169.254.43518",
                "169.16689662",
                "425.510.425.510",
                "[fd00:ec2::254]",
                "[0:0:0:0:0:ffff:169.254.169.254]",
                // private and special
                "10.0.0.1",
                "192.168.1.1",
                "172.16.0.1",
                "100.64.0.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "[fd12::1]",
                "[fe80::1]",
                "[ff02::1]",
                "[2001:db8::1]",
                "[2001:0:7f00:1::]",
                "012.0.0.1",
                "0xa.0.0.1",
                "3232235777",
                // not a host
                "",
                ".",
                "a..b",
                "exa mple.org",
                "example.org/",
                "exa\u0000mple.org",
                "1.1.1.1 &@127.0.0.1",
                "localhost#.example.org",
                "[127.0.0.1]",
                "[::1",
                "::1]",
                "%31%32%37.0.0.1"
            })
    void no_spelling_leads_inside(String host) {
        assertThatThrownBy(() -> admit(host, 80)).isInstanceOf(EgressRefused.class);
        assertThat(guard.objection(host)).isPresent();
    }

    @Test
    void a_name_raises_no_objection_before_it_is_resolved() {
        assertThat(guard.objection("internal.example")).isEmpty();
        assertThat(guard.objection("8.8.8.8")).isEmpty();
    }

    @Test
    void an_international_name_is_asked_for_in_ascii() {
        DNS.answer("xn--bcher-kva.example", "8.8.8.8");
        assertThat(admit("bücher.example", 80).host()).isEqualTo("xn--bcher-kva.example");
    }

    private Destination admit(String host, int port) {
        return guard.admit(host, port).await().atMost(PATIENCE);
    }
}
