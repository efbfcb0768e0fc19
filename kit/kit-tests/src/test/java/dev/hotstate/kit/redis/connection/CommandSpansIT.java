package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.redis.tracing.CommandSpans;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a trace says about commands, and what it keeps to itself. */
class CommandSpansIT {

    private static final RedisKey COUNTER = RedisKey.of("test:probe:counter:whose-secret-id");
    private static final RedisKey HASH = RedisKey.of("test:probe:hash:whose-secret-id");
    private static final RedisKey LIST = RedisKey.of("test:probe:list:whose-secret-id");
    private static final String VALUE = "a-secret-value";

    private static final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private static final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(spans))
            .build();
    private static final OpenTelemetrySdk telemetry =
            OpenTelemetrySdk.builder().setTracerProvider(provider).build();

    @RegisterExtension
    static final RedisClusterExtension redis = TestRouter.plan().shared();

    private TestRouter router;

    @BeforeEach
    void open(RedisClusterHarness cluster) {
        spans.reset();
        router = TestRouter.of(
                cluster, options -> options.withDeadline(TestRouter.UNHURRIED).withTracer(new CommandSpans(telemetry)));
    }

    @AfterEach
    void close() {
        router.close();
    }

    @AfterAll
    static void stop() {
        provider.close();
    }

    @Test
    void a_command_of_a_request_is_a_span_that_names_neither_key_nor_value() {
        // When
        var request = during(() -> router.send(Command.of("SET").key(COUNTER).arg(VALUE)));
        // Then
        var span = span("SET");
        assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(span.getTraceId()).isEqualTo(request.getTraceId());
        assertThat(span.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(text(span, "db.system")).isEqualTo("redis");
        assertThat(router.router().masters()).contains(new NodeAddress(text(span, "server.address"), port(span)));
        assertThat(spans.getFinishedSpanItems().toString()).doesNotContain("secret");
    }

    @Test
    void a_command_without_a_request_is_none() {
        // When
        router.send(Command.of("SET").key(COUNTER).arg(VALUE));
        // Then
        assertThat(spans.getFinishedSpanItems()).isEmpty();
    }

    @Test
    void a_script_is_called_by_its_name() {
        // When
        during(() -> router.send(Command.of("EVAL")
                .purpose("count_secretly")
                .arg("return redis.call('GET', KEYS[1])")
                .arg(1)
                .key(COUNTER)));
        // Then
        assertThat(text(span("EVAL count_secretly"), "hotstate.script")).isEqualTo("count_secretly");
    }

    @Test
    void a_refusal_is_told_by_its_code_only() {
        // Given
        router.send(Command.of("HSET").key(HASH).arg("secret").arg(VALUE));
        // When
        during(() -> router.router()
                .send(Command.of("INCR").key(HASH))
                .onFailure()
                .recoverWithNull()
                .await()
                .indefinitely());
        // Then
        var span = span("INCR");
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(text(span, "error.type")).isEqualTo("WRONGTYPE");
        assertThat(span.getEvents()).isEmpty();
    }

    @Test
    void a_pipeline_is_one_span() {
        // Given
        var commands = List.of(Command.of("GET").key(COUNTER), Command.of("GET").key(COUNTER));
        // When
        during(() -> router.router().sendAll(commands).await().indefinitely());
        // Then
        assertThat(span("PIPELINE GET").getAttributes().get(AttributeKey.longKey("db.operation.batch.size")))
                .isEqualTo(2);
    }

    @Test
    void what_a_caller_gives_up_ends_too() {
        // When
        during(() -> router.router()
                .send(Command.of("BLPOP").key(LIST).arg(5))
                .subscribe()
                .with(reply -> {})
                .cancel());
        // Then
        assertThat(span("BLPOP").hasEnded()).isTrue();
    }

    /** The context of the request whose part it was. */
    private static SpanContext during(Runnable action) {
        var request = telemetry.getTracer("test").spanBuilder("request").startSpan();
        try (var scope = request.makeCurrent()) {
            action.run();
        } finally {
            request.end();
        }
        return request.getSpanContext();
    }

    private static SpanData span(String name) {
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among " + spans.getFinishedSpanItems()));
    }

    private static String text(SpanData span, String attribute) {
        return span.getAttributes().get(AttributeKey.stringKey(attribute));
    }

    private static int port(SpanData span) {
        return span.getAttributes().get(AttributeKey.longKey("server.port")).intValue();
    }
}
