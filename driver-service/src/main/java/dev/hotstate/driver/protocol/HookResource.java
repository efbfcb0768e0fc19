package dev.hotstate.driver.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.driver.position.Reasons;
import dev.hotstate.driver.position.Reports;
import dev.hotstate.driver.position.Status;
import dev.hotstate.driver.protocol.SignaturePolicy.Signed;
import dev.hotstate.driver.status.Statuses;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.kit.http.webhook.WebhookSecret;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The second way in: what other systems know of drivers, signed instead of with a key. */
@Path("/hooks/driver-events")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@PermitAll
@Tag(name = "Hooks")
public class HookResource {

    private final Reports reports;
    private final Statuses statuses;
    private final HookMessages messages;
    private final ObjectMapper json;
    private final HookConfig config;
    private final List<WebhookSecret> secrets;
    private final Clock clock;

    HookResource(
            Reports reports,
            Statuses statuses,
            HookMessages messages,
            ObjectMapper json,
            HookConfig config,
            Clock clock) {
        this.reports = reports;
        this.statuses = statuses;
        this.messages = messages;
        this.json = json;
        this.config = config;
        this.secrets = config.secrets().orElse(List.of()).stream()
                .map(WebhookSecret::of)
                .toList();
        this.clock = clock;
    }

    @POST
    @Operation(
            operationId = "driverEvent",
            summary = "A signed event about a driver",
            description =
                    "Signed as Standard Webhooks says, with one of driver.hook.secrets. The same webhook-id counts once.")
    public Uni<Void> take(
            @HeaderParam("webhook-id") @Nullable String id,
            @HeaderParam("webhook-timestamp") @Nullable String timestamp,
            @HeaderParam("webhook-signature") @Nullable String signatures,
            @RequestBody(content = @Content(schema = @Schema(implementation = DriverEvent.class))) @Nullable
                    String body) {
        var text = Objects.requireNonNullElse(body, "");
        var signed = new Signed(id, timestamp, signatures);
        if (id == null || !SignaturePolicy.isGood(signed, text, secrets, clock.instant(), config.tolerance())) {
            throw new Refusal(
                    KitProblem.INVALID_CREDENTIALS, "The signature, its time or the secret is not the right one.");
        }
        var event = read(text);
        return messages.once(
                id, text, config.tolerance().multipliedBy(2), Uni.createFrom().deferred(() -> apply(event)));
    }

    private Uni<Void> apply(DriverEvent event) {
        var data = event.data();
        if (event.type() == null || data == null) {
            throw refusal(event.type() == null ? "/type" : "/data");
        }
        var driver = data.driverId();
        if (driver == null || driver.isBlank()) {
            throw refusal("/data/driverId");
        }
        return switch (event.type()) {
            case LOCATION -> reports.take(driver, data.location()).replaceWithVoid();
            case HEARTBEAT -> reports.heartbeat(driver).replaceWithVoid();
            case AVAILABLE -> change(driver, Status.AVAILABLE, "");
            case BUSY -> change(driver, Status.BUSY, reason(data));
            case OFFLINE -> change(driver, Status.OFFLINE, reason(data));
        };
    }

    private Uni<Void> change(String driver, Status status, String reason) {
        return statuses.change(driver, status, reason).replaceWithVoid();
    }

    private static String reason(DriverEvent.Data data) {
        var reason = data.reason() == null ? "" : data.reason().strip();
        if (!Reasons.isAcceptable(reason)) {
            throw refusal("/data/reason");
        }
        return reason;
    }

    private DriverEvent read(String text) {
        try {
            var event = json.readValue(text, DriverEvent.class);
            if (event != null) {
                return event;
            }
        } catch (JsonProcessingException unreadable) {
            throw new Refusal(KitProblem.MALFORMED_REQUEST, "The body is not an event.");
        }
        throw new Refusal(KitProblem.MALFORMED_REQUEST, "The body is not an event.");
    }

    private static Refusal refusal(String pointer) {
        return new Refusal(
                KitProblem.INVALID_INPUT,
                "See errors for what must be different.",
                List.of(FieldError.at(pointer, "is not acceptable")));
    }
}
