package dev.hotstate.kit.http.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import jakarta.inject.Singleton;

/**
 * Takes from each span, as it begins, what a caller wrote into an address: tokens of pings and badges stand in paths, ids and places
 * of people in queries. The template of the path stays, as {@code http.route} and in the name.
 */
@Singleton
public final class DiscreetSpans implements SpanProcessor {

    private static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
    private static final AttributeKey<String> QUERY = AttributeKey.stringKey("url.query");
    private static final AttributeKey<String> STATEMENT = AttributeKey.stringKey("db.statement");
    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system");
    private static final String HIDDEN = "*";

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
        var path = span.getAttribute(PATH);
        if (path != null) {
            span.setAttribute(PATH, firstPart(path));
        }
        if (span.getAttribute(QUERY) != null) {
            span.setAttribute(QUERY, HIDDEN);
        }
        if (span.getAttribute(STATEMENT) != null) {
            // Quarkus has the name of the database there.
            span.setAttribute(SYSTEM, "postgresql");
        }
    }

    /** {@code /drivers/*} of {@code /drivers/ann/location}. */
    static String firstPart(String path) {
        int end = path.indexOf('/', 1);
        return end < 0 ? path : path.substring(0, end + 1) + HIDDEN;
    }

    @Override
    public boolean isStartRequired() {
        return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {}

    @Override
    public boolean isEndRequired() {
        return false;
    }
}
