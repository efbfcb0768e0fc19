package dev.hotstate.kit.http.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPolicyTest {

    private static final AddressPolicy STRICT = new AddressPolicy(List.of(), List.of(), Set.of(), false);
    private static final AddressPolicy NEARBY = new AddressPolicy(List.of(), List.of(), Set.of(), true);

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, UNSPECIFIED",
        "0.1.2.3, UNSPECIFIED",
        "10.0.0.1, PRIVATE",
        "10.255.255.255, PRIVATE",
        "100.64.0.1, CARRIER_NAT",
        "100.127.255.255, CARRIER_NAT",
        "100.100.100.200, METADATA",
        "127.0.0.1, LOOPBACK",
        "127.255.255.254, LOOPBACK",
        "168.63.129.16, METADATA",
        "169.254.0.1, LINK_LOCAL",
        "169.254.169.254, METADATA",
        "169.254.170.2, METADATA",
        "172.16.0.1, PRIVATE",
        "172.31.255.255, PRIVATE",
        "192.0.0.1, RESERVED",
        "192.0.0.192, METADATA",
        "192.0.2.1, RESERVED",
        "192.88.99.1, TUNNEL",
        "192.168.1.1, PRIVATE",
        "198.18.0.1, RESERVED",
        "198.51.100.1, RESERVED",
        "203.0.113.1, RESERVED",
        "224.0.0.1, MULTICAST",
        "239.255.255.250, MULTICAST",
        "240.0.0.1, RESERVED",
        "255.255.255.255, RESERVED",
        "::, UNSPECIFIED",
        "::1, LOOPBACK",
        "::7f00:1, LOOPBACK",
        "::ffff:127.0.0.1, LOOPBACK",
        "::ffff:169.254.169.254, METADATA",
        "::ffff:0:10.0.0.1, PRIVATE",
        "64:ff9b::10.0.0.1, PRIVATE",
        "64:ff9b::169.254.169.254, METADATA",
        "64:ff9b::8.8.8.8, TUNNEL",
        "64:ff9b:1::1.1.1.1, TUNNEL",
        "100::1, RESERVED",
        "2001::1, UNSPECIFIED",
        "2001:0:808:808::f7f7:f7f7, TUNNEL",
        "2001:0:808:808::80ff:fffe, LOOPBACK",
        "2001:10::1, RESERVED",
        "2001:db8::1, RESERVED",
        "2002:7f00:1::, LOOPBACK",
        "2002:a9fe:a9fe::1, METADATA",
        "2002:808:808::1, TUNNEL",
        "3fff::1, RESERVED",
        "4000::1, RESERVED",
        "5f00::1, RESERVED",
        "fc00::1, PRIVATE",
        "fd00:ec2::254, METADATA",
        "fd12:3456::1, PRIVATE",
        "fe80::1, LINK_LOCAL",
        "fec0::1, PRIVATE",
        "ff02::1, MULTICAST"
    })
    void refuses_what_is_not_public(String address, AddressClass reason) throws UnknownHostException {
        assertThat(STRICT.refusal(InetAddress.getByName(address))).contains(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2001:200::1",
                "2606:4700::1111",
                "2a00:1450::1",
                "::ffff:8.8.8.8"
            })
    void lets_public_addresses_pass(String address) throws UnknownHostException {
        assertThat(STRICT.refusal(InetAddress.getByName(address))).isEmpty();
    }

    @Test
    void an_operator_opens_a_range_and_no_more() throws UnknownHostException {
        var policy = new AddressPolicy(List.of(Cidr.of("10.20.0.0/16")), List.of(), Set.of(), false);
        assertThat(policy.refusal(InetAddress.getByName("10.20.255.1"))).isEmpty();
        assertThat(policy.refusal(InetAddress.getByName("10.21.0.1"))).contains(AddressClass.PRIVATE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "169.254.169.254",
                "::ffff:169.254.169.254",
                "64:ff9b::a9fe:a9fe",
                "2002:a9fe:a9fe::1",
                "fd00:ec2::254"
            })
    void nothing_opens_a_metadata_service(String address) throws UnknownHostException {
        var everything = List.of(Cidr.of("0.0.0.0/0"), Cidr.of("::/0"));
        var policy = new AddressPolicy(everything, List.of(), Set.of(), true);
        assertThat(policy.refusal(InetAddress.getByName(address))).contains(AddressClass.METADATA);
    }

    @Test
    void an_open_tunnel_leads_only_where_the_address_behind_it_may_be_reached() throws UnknownHostException {
        var policy = new AddressPolicy(List.of(Cidr.of("64:ff9b::/96")), List.of(), Set.of(), false);
        assertThat(policy.refusal(InetAddress.getByName("64:ff9b::8.8.8.8"))).isEmpty();
        assertThat(policy.refusal(InetAddress.getByName("64:ff9b::10.0.0.1"))).contains(AddressClass.PRIVATE);
    }

    @Test
    void nearby_means_loopback_private_and_own() throws UnknownHostException {
        assertThat(NEARBY.refusal(InetAddress.getByName("127.0.0.1"))).isEmpty();
        assertThat(NEARBY.refusal(InetAddress.getByName("192.168.0.1"))).isEmpty();
        assertThat(NEARBY.refusal(InetAddress.getByName("169.254.1.1"))).contains(AddressClass.LINK_LOCAL);
    }

    @Test
    void what_is_denied_stays_closed() throws UnknownHostException {
        var policy =
                new AddressPolicy(List.of(Cidr.of("10.0.0.0/8")), List.of(Cidr.of("10.96.0.0/12")), Set.of(), true);
        assertThat(policy.refusal(InetAddress.getByName("10.96.0.10"))).contains(AddressClass.OWN);
        assertThat(policy.refusal(InetAddress.getByName("10.1.0.1"))).isEmpty();
    }

    @Test
    void a_public_address_of_this_machine_is_our_own() throws UnknownHostException {
        var own = InetAddress.getByName("8.8.4.4");
        var policy = new AddressPolicy(List.of(), List.of(), Set.of(own), false);
        assertThat(policy.refusal(own)).contains(AddressClass.OWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "fd00::/129", "example.org", "10.0.0.0/x"})
    void a_range_has_one_form(String text) {
        assertThatThrownBy(() -> Cidr.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }
}
