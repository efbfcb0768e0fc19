package dev.hotstate.metrics.statsd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.metrics.statsd.StatsdLine.Malformed;
import dev.hotstate.metrics.statsd.StatsdPoint.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of the test suites of statsd, its Prometheus exporter and Telegraf, in our words. */
class StatsdLineTest {

    static Stream<Arguments> lines() {
        var none = Map.<String, String>of();
        var tags = Map.of("tag1", "bar", "tag2", "baz");
        return Stream.of(
                Arguments.of("gorets:1|c", List.of(point("gorets", Type.COUNTER, "1", 1, 1, none))),
                Arguments.of("foo:100|c|@0.1", List.of(point("foo", Type.COUNTER, "100", 100, 0.1, none))),
                Arguments.of("meter:3|m", List.of(point("meter", Type.COUNTER, "3", 3, 1, none))),
                Arguments.of("glork:320|ms", List.of(point("glork", Type.TIMER, "320", 320, 1, none))),
                Arguments.of("glork:0.24|ms|@0.5", List.of(point("glork", Type.TIMER, "0.24", 0.24, 0.5, none))),
                Arguments.of("foo:200|h", List.of(point("foo", Type.VALUES, "200", 200, 1, none))),
                Arguments.of("foo:200|d", List.of(point("foo", Type.VALUES, "200", 200, 1, none))),
                Arguments.of("gaugor:333|g", List.of(point("gaugor", Type.GAUGE, "333", 333, 1, none))),
                Arguments.of("gaugor:-10|g", List.of(point("gaugor", Type.GAUGE, "-10", -10, 1, none))),
                Arguments.of("gaugor:+4|g", List.of(point("gaugor", Type.GAUGE, "+4", 4, 1, none))),
                Arguments.of("big:1.5e3|g", List.of(point("big", Type.GAUGE, "1.5e3", 1500, 1, none))),
                Arguments.of("uniques:765|s", List.of(point("uniques", Type.SET, "765", 0, 1, none))),
                Arguments.of("uniques:a:b|s|#x:y", List.of(point("uniques", Type.SET, "a:b", 0, 1, Map.of("x", "y")))),
                Arguments.of("foo:100|c|#tag1:bar,tag2:baz", List.of(point("foo", Type.COUNTER, "100", 100, 1, tags))),
                Arguments.of(
                        "foo:100|c|@0.1|#tag1:bar,tag2:baz",
                        List.of(point("foo", Type.COUNTER, "100", 100, 0.1, tags))),
                Arguments.of("foo#tag1=bar,tag2=baz:100|c", List.of(point("foo", Type.COUNTER, "100", 100, 1, tags))),
                Arguments.of("foo,tag1=bar,tag2=baz:100|c", List.of(point("foo", Type.COUNTER, "100", 100, 1, tags))),
                Arguments.of("foo[tag1=bar,tag2=baz]:100|c", List.of(point("foo", Type.COUNTER, "100", 100, 1, tags))),
                Arguments.of(
                        "foo.[tag1=bar,tag2=baz]test:100|c",
                        List.of(point("foo.test", Type.COUNTER, "100", 100, 1, tags))),
                Arguments.of(
                        "foo:1|c|#url:http://a/b,empty:,bare",
                        List.of(point(
                                "foo",
                                Type.COUNTER,
                                "1",
                                1,
                                1,
                                Map.of("url", "http://a/b", "empty", "", "bare", "true")))),
                Arguments.of("foo:1|c|#", List.of(point("foo", Type.COUNTER, "1", 1, 1, none))),
                Arguments.of("foo:1|g|c:83c0a99c|T1656581400", List.of(point("foo", Type.GAUGE, "1", 1, 1, none))),
                Arguments.of(
                        "foo:200|ms:300|ms:5|c|@0.1",
                        List.of(
                                point("foo", Type.TIMER, "200", 200, 1, none),
                                point("foo", Type.TIMER, "300", 300, 1, none),
                                point("foo", Type.COUNTER, "5", 5, 0.1, none))),
                Arguments.of(
                        "foo:1:2.5|d|#tag1:bar,tag2:baz",
                        List.of(
                                point("foo", Type.VALUES, "1", 1, 1, tags),
                                point("foo", Type.VALUES, "2.5", 2.5, 1, tags))),
                Arguments.of("köln.größe:1|c", List.of(point("köln.größe", Type.COUNTER, "1", 1, 1, none))));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void what_is_well_formed_is_read(String line, List<StatsdPoint> points) throws Malformed {
        assertThat(StatsdLine.parse(line)).isEqualTo(points);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "foo",
                "foo:",
                ":1|c",
                "foo:1",
                "foo:|c",
                "foo:1|",
                "foo:1|x",
                "foo:1|c|",
                "foo:1|c|0.1",
                "foo:1|c|@",
                "foo:1|c|@0",
                "foo:1|c|@1.1",
                "foo:1|c|@bar",
                "foo:1|c|@-0.5",
                "foo:-1|c",
                "foo:-1|ms",
                "foo:NaN|g",
                "foo:Infinity|g",
                "foo:1e999|g",
                "foo:1e300|c",
                "foo:-1e16|g",
                "foo:1|ms|@1e-9",
                "foo:1|c|@1e-300",
                "foo:0x10|g",
                "foo:1d|g",
                "foo:one|c",
                "foo: 1|c",
                "foo:|s",
                "foo:1:two|d",
                "foo:1|c:2|x",
                "foo:1|c|#:bar",
                "foo#a=b:1|c|#c:d",
                "foo,a=b:1|c|#c:d",
                "foo[a=b]:1|c|#c:d",
                "foo[a=b:1|c",
                "[a=b]:1|c"
            })
    void what_is_not_is_refused_and_nothing_worse(String line) {
        assertThatThrownBy(() -> StatsdLine.parse(line)).isInstanceOf(Malformed.class);
    }

    @Test
    void events_and_checks_of_dogstatsd_are_no_measurements() {
        assertThat(StatsdLine.isNoMeasurement("_e{5,4}:title|text|#a:b")).isTrue();
        assertThat(StatsdLine.isNoMeasurement("_sc|name|0|#a:b")).isTrue();
        assertThat(StatsdLine.isNoMeasurement("_e:1|c")).isFalse();
    }

    @Test
    void a_sample_stands_for_others() {
        assertThat(point("a", Type.TIMER, "1", 1, 0.1, Map.of()).weight()).isEqualTo(10);
        assertThat(point("a", Type.TIMER, "1", 1, 1, Map.of()).weight()).isEqualTo(1);
        assertThat(point("a", Type.TIMER, "1", 1, 0.9, Map.of()).weight()).isEqualTo(1);
    }

    private static StatsdPoint point(
            String name, Type type, String text, double number, double rate, Map<String, String> tags) {
        return new StatsdPoint(name, type, text, number, rate, tags);
    }
}
