package dev.hotstate.monitor.statuspage;

import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.platform.MonitorProblem;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseHeader;

@Path("/status/{slug}")
@PermitAll
@Tag(name = "Public")
public class PublicStatusResource {

    private static final int RETRY_AFTER_SECONDS = 10;

    private final PublicPages pages;
    private final Clock clock;

    PublicStatusResource(PublicPages pages, Clock clock) {
        this.pages = pages;
        this.clock = clock;
    }

    @GET
    @Produces("text/html;charset=UTF-8")
    @Operation(operationId = "showStatusPage", summary = "A public status page, for people")
    @APIResponse(
            responseCode = "200",
            content = @Content(mediaType = MediaType.TEXT_HTML, schema = @Schema(implementation = String.class)))
    public Uni<Response> html(String slug) {
        return pages.page(slug)
                .map(found -> found.map(page -> Response.ok(StatusPageHtml.of(page, clock.instant())))
                        .orElseGet(() -> Response.status(Response.Status.NOT_FOUND)
                                .entity(StatusPageHtml.missing(clock.instant())))
                        .build())
                .onFailure(PostgresUnavailable.class)
                .recoverWithItem(() -> Response.status(Response.Status.SERVICE_UNAVAILABLE)
                        .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                        .entity(StatusPageHtml.unavailable(clock.instant()))
                        .build());
    }

    @GET
    @Path("/data")
    @Produces(MediaType.APPLICATION_JSON)
    @ResponseHeader(name = "Access-Control-Allow-Origin", value = "*")
    @ResponseHeader(name = "Cross-Origin-Resource-Policy", value = "cross-origin")
    @Operation(operationId = "getPublicStatus", summary = "A public status page, for programs")
    public Uni<PublicPage> data(String slug) {
        return pages.page(slug)
                .map(found -> found.orElseThrow(
                        () -> new Refusal(MonitorProblem.STATUS_PAGE_NOT_FOUND, "There is no such status page.")));
    }
}
