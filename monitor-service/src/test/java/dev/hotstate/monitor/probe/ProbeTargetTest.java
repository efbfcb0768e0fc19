package dev.hotstate.monitor.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.hotstate.kit.http.problem.FieldError;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProbeTargetTest {

    /** As Quarkus configures it for us. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .build();

    static Stream<ProbeTarget> targets() {
        return Stream.of(
                HttpTarget.get("https://example.org/health"),
                new HttpTarget(
                        "https://example.org/login",
                        "POST",
                        Map.of("Accept", "text/html"),
                        "a=b",
                        0,
                        1000,
                        false,
                        new HttpExpectation(
                                StatusRanges.of("200-204,302"),
                                "welcome",
                                "error",
                                "v[0-9]+",
                                new JsonExpectation("$.status", TextNode.valueOf("ok")),
                                Duration.ofSeconds(2),
                                7)),
                new TcpTarget("example.org", 25, "HELO x\r\n", "250", Duration.ofMillis(500)),
                new DnsTarget("example.org", DnsTarget.Type.MX, Set.of("10 mx.example.org"), "192.0.2.53", 5353, null),
                new PingTarget("example.org", null),
                new TlsTarget("example.org", 8443, "www.example.org", 30));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void a_target_comes_back_from_json_as_it_was(ProbeTarget target) throws JsonProcessingException {
        var json = JSON.writeValueAsString(target);
        assertThat(JSON.readValue(json, ProbeTarget.class)).isEqualTo(target);
        assertThat(JSON.readTree(json).get("kind").asText()).isEqualTo(target.kind());
        assertThat(target.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"text\": \"200\", \"ranges\": [{\"first\": 0, \"last\": 999}]}", "[200]"})
    void statuses_are_a_text(String status) {
        assertThatThrownBy(() -> JSON.readValue(status, StatusRanges.class))
                .isInstanceOf(MismatchedInputException.class);
    }

    @Test
    void what_is_absent_has_its_usual_value() throws JsonProcessingException {
        var target = JSON.readValue("{\"kind\":\"http\",\"url\":\"http://example.org\"}", ProbeTarget.class);
        assertThat(target).isEqualTo(HttpTarget.get("http://example.org"));
    }

    @Test
    void a_minimal_target_is_short_json() throws JsonProcessingException {
        assertThat(JSON.writeValueAsString(new PingTarget("example.org", null)))
                .isEqualTo("{\"kind\":\"ping\",\"host\":\"example.org\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.org",
                "ftp://example.org",
                "file:///etc/passwd",
                "http://",
                "http://user:pw@example.org",
                "http://example.org:99999",
                "http://exa mple.org"
            })
    void refuses_what_is_not_an_http_url(String url) {
        assertThat(HttpTarget.get(url).problems())
                .extracting(FieldError::pointer)
                .containsExactly("/url");
    }

    @Test
    void names_every_field_that_is_wrong() {
        var target = new HttpTarget(
                "http://example.org",
                "BREW",
                Map.of("Host", "other", "X-A", "a\r\nb"),
                null,
                11,
                0,
                null,
                new HttpExpectation(
                        StatusRanges.of("2xx"), "", null, null, new JsonExpectation("", null), Duration.ZERO, -1));
        assertThat(target.problems())
                .extracting(FieldError::pointer)
                .containsExactlyInAnyOrder(
                        "/method",
                        "/headers/Host",
                        "/headers/X-A",
                        "/redirectsMax",
                        "/bodyMaxBytes",
                        "/expect/status",
                        "/expect/keyword",
                        "/expect/json/path",
                        "/expect/latencyMax",
                        "/expect/certificateDaysMin");
    }

    @ParameterizedTest
    @CsvSource({
        "200-299,204,true",
        "200-299,300,false",
        "'200,404',404,true",
        "'200 , 500-503',502,true",
        "100-199,150,false",
        "nonsense,200,false"
    })
    void knows_which_status_is_expected(String ranges, int status, boolean expected) {
        assertThat(StatusRanges.of(ranges).contain(status)).isEqualTo(expected);
    }

    @Test
    void the_host_is_where_the_work_is_done() {
        assertThat(HttpTarget.get("https://Example.org:8443/a").host()).isEqualTo("example.org");
        assertThat(HttpTarget.get("http://[2001:db8::1]/").host()).isEqualTo("2001:db8::1");
    }

    @Test
    void the_host_of_any_url_is_the_one_that_java_finds() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        var parts = List.of("a", "b9", "Z", "7", ".", "-", "_", ":", "80", "/", "?", "#", "@", "[::1]", "%41", "/../");
        int found = 0;
        for (int i = 0; i < 50_000; i++) {
            var url = new StringBuilder(random.nextBoolean() ? "http://" : "https://");
            for (int length = random.nextInt(7); length >= 0; length--) {
                url.append(parts.get(random.nextInt(parts.size())));
            }
            var host = hostByJava(url.toString());
            if (host != null) {
                found++;
                assertThat(TargetRules.hostOf(url.toString()))
                        .as("seed %d: %s", seed, url)
                        .isEqualTo(host);
            }
        }
        assertThat(found).isGreaterThan(5_000);
    }

    private static @Nullable String hostByJava(String url) {
        try {
            var host = new URI(url).getHost();
            return host == null ? null : host.replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
        } catch (URISyntaxException e) {
            return null;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://münchen.example/straße?q=ü, http://xn--mnchen-3ya.example/straße?q=ü",
        "HTTPS://Bücher.example:8443, HTTPS://xn--bcher-kva.example:8443",
        "http://例え.テスト/, http://xn--r8jz45g.xn--zckzah/",
        "http://example.org/ü, http://example.org/ü"
    })
    void a_name_in_any_script_is_asked_for_as_the_dns_writes_it(String written, String asked) {
        assertThat(HttpTarget.get(written).url()).isEqualTo(asked);
        assertThat(HttpTarget.get(written).problems()).isEmpty();
    }

    @Test
    void hosts_of_all_kinds_may_be_written_so() {
        assertThat(new PingTarget("Bücher.example", null).host()).isEqualTo("xn--bcher-kva.example");
        assertThat(new TcpTarget("bücher.example", 80, null, null, null).problems())
                .isEmpty();
        assertThat(new TlsTarget("bücher.example", null, "bücher.example", null).problems())
                .isEmpty();
        assertThat(new DnsTarget("bücher.example", null, null, null, null, null).name())
                .isEqualTo("xn--bcher-kva.example");
        assertThat(new PingTarget("straße.example", null).problems())
                .as("the rules of before 2008 would ask for strasse.example")
                .isNotEmpty();
        assertThat(HttpTarget.get("http://a\u200db.example/").problems()).isNotEmpty();
    }

    @Test
    void secrets_do_not_show_themselves() {
        assertThat(new ProbeSecrets(Map.of("X-Key", "s3cret"), "me", "pa55", null).toString())
                .doesNotContain("s3cret", "pa55", "me");
    }

    @ParameterizedTest
    @CsvSource({
        "http://t/path?q=t, http://shop.example/path?q=t, t",
        "https://192.0.2.1:8443/, https://shop.example:8443/, 192.0.2.1",
        "https://[2001:db8::1]:8443/x, https://shop.example:8443/x, 2001:db8::1",
        "HTTP://WEB, HTTP://shop.example, web"
    })
    void a_place_may_be_asked_for_under_another_name(String url, String asked, String address) {
        var target = HttpTarget.get(url).askedAs("shop.example");

        assertThat(target.url()).isEqualTo(asked);
        assertThat(target.address()).isEqualTo(address);
        assertThat(target.problems()).isEmpty();
    }
}
