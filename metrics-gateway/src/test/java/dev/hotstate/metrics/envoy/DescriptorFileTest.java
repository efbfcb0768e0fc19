package dev.hotstate.metrics.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.metrics.envoy.DescriptorTree.Entry;
import dev.hotstate.metrics.envoy.DescriptorTree.Found;
import dev.hotstate.metrics.policy.FailMode;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the tests of envoyproxy/ratelimit's configuration loader ask for, restated. */
class DescriptorFileTest {

    private static final EnvoyConfig CONFIG = new SmallRyeConfigBuilder()
            .withMapping(EnvoyConfig.class)
            .withDefaultValue("metrics.envoy.algorithm", "fixed-window")
            .build()
            .getConfigMapping(EnvoyConfig.class);

    private static final String BASIC = """
            domain: test-domain
            descriptors:
              - key: key1
                value: value1
                descriptors:
                  - key: subkey1
                    rate_limit: {unit: second, requests_per_unit: 5}
                  - key: subkey1
                    value: subvalue1
                    rate_limit: {unit: SECOND, requests_per_unit: 10}
              - key: key2
                rate_limit: {unit: minute, requests_per_unit: 20}
              - key: key2
                value: value2
                rate_limit: {unit: minute, requests_per_unit: 30}
              - key: key2
                value: value3
              - key: key3
                rate_limit: {unit: hour, requests_per_unit: 1}
                shadow_mode: true
              - key: key4
                rate_limit: {unlimited: true, name: free, replaces: [{name: other}]}
              - key: key5
                value: pre*
                rate_limit: {unit: day, requests_per_unit: 7}
              - key: key6
                value: banned
                rate_limit: {unit: day, requests_per_unit: 0}
              - key: port
                value: 8080
                rate_limit: {unit: week, requests_per_unit: 8}
              - key: file
                value: docs/*/v*.pdf
                share_threshold: true
                descriptors:
                  - key: user
                    rate_limit: {unit: minute, requests_per_unit: 9}
            """;

    @Test
    void the_descriptor_that_says_most_decides() {
        assertThat(limit("key1=value1", "subkey1=anything")).isEqualTo("5 in PT1S");
        assertThat(limit("key1=value1", "subkey1=subvalue1")).isEqualTo("10 in PT1S");
        assertThat(limit("key2=anything")).isEqualTo("20 in PT1M");
        assertThat(limit("key2=value2")).isEqualTo("30 in PT1M");
        assertThat(limit("port=8080")).isEqualTo("8 in PT168H");
    }

    @Test
    void all_entries_must_lead_to_a_limit_and_in_their_order() {
        assertThat(limit("key1=value1")).isEqualTo("none");
        assertThat(limit("key1=other", "subkey1=a")).isEqualTo("none");
        assertThat(limit("subkey1=a", "key1=value1")).isEqualTo("none");
        assertThat(limit("key2=value2", "more=a")).isEqualTo("none");
        assertThat(limit("key2=value3")).isEqualTo("none");
        assertThat(limit("unknown=a")).isEqualTo("none");
    }

    @Test
    void a_value_can_be_a_beginning() {
        assertThat(limit("key5=prefix")).isEqualTo("7 in PT24H");
        assertThat(limit("key5=pre")).isEqualTo("7 in PT24H");
        assertThat(limit("key5=other")).isEqualTo("none");
        assertThat(limit("key5prefix=a")).isEqualTo("none");
    }

    @Test
    void a_value_can_have_stars_anywhere_and_values_can_be_counted_together() {
        var one = search("file=docs/a/v1.pdf", "user=ada").orElseThrow();
        assertThat(one.limit().policy().limit().hits()).isEqualTo(9);
        assertThat(one.counted())
                .isEqualTo(search("file=docs/b/c/v22.pdf", "user=ada")
                        .orElseThrow()
                        .counted());
        assertThat(one.counted())
                .isNotEqualTo(
                        search("file=docs/a/v1.pdf", "user=bob").orElseThrow().counted());
        assertThat(limit("file=docs/v1.pdf", "user=ada")).isEqualTo("none");
        assertThat(limit("file=docs/a/v1.pdf.exe", "user=ada")).isEqualTo("none");
        assertThat(search("key5=prefix").orElseThrow().counted()).isEqualTo(entries("key5=prefix"));
    }

    @Test
    void a_shadow_is_not_enforced_and_unlimited_has_no_policy() {
        assertThat(find("key3=a").orElseThrow().policy().isEnforced()).isFalse();
        var free = find("key4=a").orElseThrow();
        assertThat(free.policy()).isNull();
        assertThat(free.name()).isEqualTo("free");
        assertThat(free.replaces()).containsExactly("other");
    }

    /** As the example of envoyproxy/ratelimit has it. */
    @Test
    void zero_is_a_limit_that_nobody_passes_not_even_without_redis() {
        var banned = find("key6=banned").orElseThrow();
        assertThat(banned.requests()).isZero();
        assertThat(banned.demanded(1)).isGreaterThan(banned.policy().limit().callMax());
        assertThat(banned.demanded(0)).isZero();
        assertThat(banned.policy().failMode()).isEqualTo(FailMode.CLOSED);
        assertThat(find("key2=value2").orElseThrow().demanded(1)).isEqualTo(1);
        assertThat(find("key2=value2").orElseThrow().policy().failMode()).isEqualTo(FailMode.OPEN);
    }

    @Test
    void a_limit_that_changes_keeps_its_counters() {
        var before = find("key2=value2").orElseThrow().policy();
        var after = DescriptorFile.read(BASIC.replace("30", "31"), 2, CONFIG)
                .tree()
                .find(entries("key2=value2"))
                .orElseThrow()
                .limit()
                .policy();
        assertThat(after.id()).isEqualTo(before.id());
        assertThat(after.limit().hits()).isEqualTo(31);
    }

    @Test
    void each_objection_names_its_place() {
        assertThat(objections("domain: [")).containsExactly("");
        assertThat(objections("descriptors: []")).containsExactly("/domain");
        assertThat(objections("domain: a\nratelimits: []")).containsExactly("/ratelimits");
        assertThat(objections(one("value: b"))).containsExactly("/descriptors/0/key");
        assertThat(objections(one("key: b\n    quota_mode: true"))).containsExactly("/descriptors/0/quota_mode");
        assertThat(DescriptorFile.read(one("key: b\n    quota_mode: true"), 1, CONFIG)
                        .errors())
                .extracting(FieldError::detail)
                .containsExactly(
                        "is not supported: no metadata is answered. With shadow_mode it refuses nobody either");
        assertThat(objections(one("key: b\n    metadata: {a: b}"))).containsExactly("/descriptors/0/metadata");
        assertThat(objections(one("key: b\n    value: c\n    share_threshold: true")))
                .containsExactly("/descriptors/0/share_threshold");
        assertThat(objections(one("key: b\n  - key: b"))).containsExactly("/descriptors/1");
        assertThat(objections(limited("unit: fortnight, requests_per_unit: 1")))
                .containsExactly("/descriptors/0/rate_limit/unit");
        assertThat(objections(limited("unit: year, requests_per_unit: 1")))
                .containsExactly("/descriptors/0/rate_limit/unit");
        assertThat(objections(limited("unit: day"))).containsExactly("/descriptors/0/rate_limit/requests_per_unit");
        for (var number : List.of("-1", "0.5", "1000000001", "18446744073709551617", "\"7\"", "true")) {
            assertThat(objections(limited("unit: day, requests_per_unit: " + number)))
                    .containsExactly("/descriptors/0/rate_limit/requests_per_unit");
        }
        assertThat(objections(limited("unlimited: true, unit: day"))).containsExactly("/descriptors/0/rate_limit");
        assertThat(objections(limited("unit: day, requests_per_unit: 1, name: a, replaces: [{name: a}]")))
                .containsExactly("/descriptors/0/rate_limit/replaces");
        assertThat(objections(limited("unit: day, requests_per_unit: 1, requestsperunit: 2")))
                .containsExactly("/descriptors/0/rate_limit/requestsperunit");
    }

    /** Else one of two limits would hold, an alias would be a text, and the second document nothing. */
    @Test
    void nothing_is_silently_another_limit() {
        var limit = "key: b\n    rate_limit: {unit: day, requests_per_unit: 1}";
        assertThat(objections(one(limit))).isEmpty();
        for (var other : List.of(
                one(limit + "\n    rate_limit: {unit: day, requests_per_unit: 50}"),
                one(limit) + "\n---\ndomain: b",
                one("key: &k b\n    value: *k\n    rate_limit: {unit: day, requests_per_unit: 1}"))) {
            assertThat(DescriptorFile.read(other, 1, CONFIG).errors())
                    .as(other)
                    .singleElement()
                    .extracting(FieldError::detail)
                    .asString()
                    .startsWith("is no YAML");
        }
    }

    private static String one(String descriptor) {
        return "domain: a\ndescriptors:\n  - " + descriptor;
    }

    private static String limited(String limit) {
        return one("key: b\n    rate_limit: {%s}".formatted(limit));
    }

    private static List<String> objections(String file) {
        return DescriptorFile.read(file, 1, CONFIG).errors().stream()
                .map(FieldError::pointer)
                .toList();
    }

    private static String limit(String... entries) {
        return find(entries)
                .map(found -> found.policy().limit().hits() + " in "
                        + Duration.from(found.policy().limit().window()))
                .orElse("none");
    }

    private static Optional<DescriptorLimit> find(String... entries) {
        return search(entries).map(Found::limit);
    }

    private static Optional<Found> search(String... entries) {
        var read = DescriptorFile.read(BASIC, 1, CONFIG);
        assertThat(read.errors()).isEmpty();
        return read.tree().find(entries(entries));
    }

    private static List<Entry> entries(String... texts) {
        return Stream.of(texts)
                .map(text -> new Entry(text.split("=")[0], text.split("=")[1]))
                .toList();
    }
}
