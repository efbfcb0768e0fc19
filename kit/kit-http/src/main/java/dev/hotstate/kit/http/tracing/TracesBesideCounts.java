package dev.hotstate.kit.http.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.prometheus.client.exemplars.DefaultExemplarSampler;
import io.prometheus.client.exemplars.ExemplarSampler;
import io.prometheus.client.exemplars.tracer.common.SpanContextSupplier;
import io.quarkus.opentelemetry.runtime.config.runtime.OTelRuntimeConfig;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Notes with what is counted and timed to which trace it belongs: the exemplars of OpenMetrics. Takes the place of the producer that
 * Quarkus has ({@code quarkus.arc.exclude-types}), which makes a new context of Vert.x for each single count that belongs to no request, also
 * while traces are off.
 */
@Singleton
final class TracesBesideCounts {

    @Produces
    Optional<ExemplarSampler> sampler(OTelRuntimeConfig traces) {
        return traces.sdkDisabled() ? Optional.empty() : Optional.of(new DefaultExemplarSampler(new PresentSpan()));
    }

    private static final class PresentSpan implements SpanContextSupplier {

        @Override
        public @Nullable String getTraceId() {
            return present(SpanContext::getTraceId);
        }

        @Override
        public @Nullable String getSpanId() {
            return present(SpanContext::getSpanId);
        }

        @Override
        public boolean isSampled() {
            return Boolean.TRUE.equals(present(SpanContext::isSampled));
        }

        private static <T> @Nullable T present(Function<SpanContext, T> detail) {
            var trace = TraceContext.present();
            var span = trace == null ? null : Span.fromContextOrNull(trace);
            return span == null ? null : detail.apply(span.getSpanContext());
        }
    }
}
