package dev.hotstate.metrics.otlp;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/v1/metrics")
@Consumes({OtlpResource.PROTOBUF, MediaType.APPLICATION_JSON})
@Produces({OtlpResource.PROTOBUF, MediaType.APPLICATION_JSON})
@Tag(name = "Observations")
public class OtlpResource {

    static final String PROTOBUF = "application/x-protobuf";
    private static final String GZIP = "gzip";
    private static final int UNPACKED_BYTES_MAX = 16 * 1024 * 1024;

    private final OtlpReader reader;
    private final OtlpIntake intake;
    private final Clock clock;
    private final Counter rejected;

    OtlpResource(OtlpReader reader, OtlpIntake intake, Clock clock, MeterRegistry meters) {
        this.reader = reader;
        this.intake = intake;
        this.clock = clock;
        this.rejected = Counter.builder("metrics.otlp.rejected")
                .description("Points that could not be counted; their exporter was told why")
                .register(meters);
    }

    @POST
    @RolesAllowed({"write", "record"})
    @Operation(
            operationId = "exportMetrics",
            summary = "OTLP over HTTP: metrics of an OpenTelemetry exporter",
            description =
                    "Sums, gauges and histograms, delta and cumulative. Answered when Redis has counted them; what is"
                            + " sent again counts once. Durations of requests (metrics.recording.request-metrics) are"
                            + " requests.")
    @RequestBody(
            content = {
                @Content(mediaType = PROTOBUF, schema = @Schema(type = SchemaType.STRING, format = "binary")),
                @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(type = SchemaType.OBJECT))
            })
    @APIResponse(responseCode = "200", description = "Taken; partialSuccess says what was not")
    public Uni<Response> export(
            byte[] body,
            @HeaderParam(HttpHeaders.CONTENT_TYPE) @Schema(hidden = true) @Nullable String contentType,
            @HeaderParam(HttpHeaders.CONTENT_ENCODING) @Schema(hidden = true) @Nullable String encoding) {
        boolean isJson =
                contentType != null && contentType.toLowerCase(Locale.ROOT).startsWith(MediaType.APPLICATION_JSON);
        var bytes = unpacked(body, encoding);
        var told = reader.read(parse(bytes, isJson), clock.instant());
        return intake.take(bytes, told)
                .invoke(() -> rejected.increment(told.rejected))
                .map(done -> answer(told, isJson));
    }

    private static byte[] unpacked(byte[] body, @Nullable String encoding) {
        if (encoding == null || encoding.equalsIgnoreCase("identity")) {
            return body;
        }
        if (!encoding.equalsIgnoreCase(GZIP)) {
            throw new Refusal(KitProblem.INVALID_INPUT, "Send the body as it is, or packed with gzip.");
        }
        try (var unpacking = new GZIPInputStream(new ByteArrayInputStream(body))) {
            var unpacked = unpacking.readNBytes(UNPACKED_BYTES_MAX + 1);
            if (unpacked.length > UNPACKED_BYTES_MAX) {
                throw new Refusal(
                        KitProblem.BODY_TOO_LARGE, "Unpacked, at most " + UNPACKED_BYTES_MAX + " bytes are accepted.");
            }
            return unpacked;
        } catch (IOException e) {
            throw new Refusal(KitProblem.INVALID_INPUT, "The body says that it is packed with gzip, and is not.");
        }
    }

    private static ExportMetricsServiceRequest parse(byte[] bytes, boolean isJson) {
        try {
            if (!isJson) {
                return ExportMetricsServiceRequest.parseFrom(bytes);
            }
            var export = ExportMetricsServiceRequest.newBuilder();
            JsonFormat.parser().ignoringUnknownFields().merge(new String(bytes, StandardCharsets.UTF_8), export);
            return export.build();
        } catch (InvalidProtocolBufferException e) {
            throw new Refusal(KitProblem.INVALID_INPUT, "The body is no export of metrics.");
        }
    }

    private static Response answer(Told told, boolean isJson) {
        var response = ExportMetricsServiceResponse.newBuilder();
        if (told.rejected > 0) {
            response.setPartialSuccess(ExportMetricsPartialSuccess.newBuilder()
                    .setRejectedDataPoints(told.rejected)
                    .setErrorMessage(told.reason()));
        }
        return isJson
                ? Response.ok(json(response.build()), MediaType.APPLICATION_JSON_TYPE)
                        .build()
                : Response.ok(response.build().toByteArray(), PROTOBUF).build();
    }

    private static byte[] json(ExportMetricsServiceResponse response) {
        try {
            return JsonFormat.printer()
                    .omittingInsignificantWhitespace()
                    .print(response)
                    .getBytes(StandardCharsets.UTF_8);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("an answer can always be written", e);
        }
    }
}
