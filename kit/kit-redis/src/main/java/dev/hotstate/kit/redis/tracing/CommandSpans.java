package dev.hotstate.kit.redis.tracing;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.CommandTracer;
import dev.hotstate.kit.redis.connection.NodeAddress;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRefused;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A span for each command or pipeline that is a part of a recorded request. Background work has no spans: its commands, thousands a
 * minute, would bury those of requests.
 */
public final class CommandSpans implements CommandTracer {

    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system");
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("db.operation.name");
    private static final AttributeKey<String> SCRIPT = AttributeKey.stringKey("hotstate.script");
    private static final AttributeKey<Long> BATCH_SIZE = AttributeKey.longKey("db.operation.batch.size");
    private static final AttributeKey<String> ADDRESS = AttributeKey.stringKey("server.address");
    private static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    private final Tracer tracer;

    public CommandSpans(OpenTelemetry telemetry) {
        tracer = telemetry.getTracer("dev.hotstate.kit.redis");
    }

    @Override
    public @Nullable Trace begin(Command command) {
        if (!isWanted()) {
            return null;
        }
        var name = command.purpose().isEmpty() ? command.name() : command.name() + " " + command.purpose();
        var builder = builder(name).setAttribute(OPERATION, command.name());
        if (!command.purpose().isEmpty()) {
            builder.setAttribute(SCRIPT, command.purpose());
        }
        return trace(builder.startSpan());
    }

    @Override
    public @Nullable Trace beginAll(List<Command> commands) {
        if (!isWanted() || commands.isEmpty()) {
            return null;
        }
        var first = commands.getFirst();
        var name = first.purpose().isEmpty() ? first.name() : first.name() + " " + first.purpose();
        return trace(builder("PIPELINE " + name)
                .setAttribute(OPERATION, "PIPELINE " + first.name())
                .setAttribute(BATCH_SIZE, (long) commands.size())
                .startSpan());
    }

    private static boolean isWanted() {
        return Span.current().isRecording();
    }

    private SpanBuilder builder(String name) {
        return tracer.spanBuilder(name).setSpanKind(SpanKind.CLIENT).setAttribute(SYSTEM, "redis");
    }

    private static Trace trace(Span span) {
        return (node, failure) -> end(span, node, failure);
    }

    private static void end(Span span, @Nullable NodeAddress node, @Nullable RedisFailure failure) {
        if (node != null) {
            span.setAttribute(ADDRESS, node.host()).setAttribute(PORT, (long) node.port());
        }
        if (failure != null) {
            span.setStatus(StatusCode.ERROR).setAttribute(ERROR, reason(failure));
        }
        span.end();
    }

    private static String reason(RedisFailure failure) {
        return failure instanceof RedisRefused refused
                ? refused.code()
                : failure.getClass().getSimpleName();
    }
}
