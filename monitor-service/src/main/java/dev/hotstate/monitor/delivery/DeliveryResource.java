package dev.hotstate.monitor.delivery;

import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import dev.hotstate.monitor.platform.MonitorProblem;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/deliveries")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Alerts")
public class DeliveryResource {

    private static final Paging PAGING = new Paging("deliveries", 50, 500);

    private final DeliveryStore store;
    private final Database database;
    private final AuditLog audit;
    private final Caller caller;

    DeliveryResource(DeliveryStore store, Database database, AuditLog audit, Caller caller) {
        this.store = store;
        this.database = database;
        this.audit = audit;
        this.caller = caller;
    }

    @GET
    @Operation(operationId = "listDeliveries", summary = "What became of alerts, newest first")
    public Uni<Page<DeliveryView>> list(
            @QueryParam("state") @Nullable String state,
            @QueryParam("channel") @Nullable String channel,
            @QueryParam("incident") @Nullable String incident,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit) {
        var request = PAGING.read(cursor, limit);
        return store.page(new DeliveryFilter(state(state), channel, incident), request)
                .map(list -> PAGING.page(request, list, delivery -> Position.of(delivery.id())));
    }

    @POST
    @Path("/{id}/resend")
    @RolesAllowed("write")
    @Operation(
            operationId = "resendDelivery",
            summary = "Try a dead delivery again",
            description = "From the first attempt on, under its idempotency key; what was given up after it of the same"
                    + " incident follows. Refused once something later may have been told on the channel.")
    public Uni<DeliveryView> resend(String id) {
        long number = number(id);
        return database.inTransaction(transaction -> store.holdBackClaims(transaction)
                .chain(() -> store.lock(transaction, number))
                .map(found -> found.orElseThrow(DeliveryResource::unknown))
                .chain(delivery -> refuseUnlessDead(transaction, delivery))
                .chain(delivery -> store.resend(transaction, number)
                        .chain(() -> audit.record(
                                transaction, caller, "delivery.resent", id, Map.of("channel", delivery.channelId()))))
                .chain(() -> store.lock(transaction, number))
                .map(found -> found.orElseThrow(DeliveryResource::unknown)));
    }

    private Uni<DeliveryView> refuseUnlessDead(SqlConnection transaction, DeliveryView delivery) {
        refuseIf(delivery.state() != DeliveryState.DEAD, "Only what was given up can be sent again.");
        return store.isOvertaken(transaction, delivery)
                .invoke(overtaken -> refuseIf(
                        overtaken,
                        "Something later of this incident was told on the channel already, or may have been."))
                .chain(() -> store.isUnheardEnd(transaction, Long.parseLong(delivery.id())))
                .invoke(unheard -> refuseIf(
                        unheard,
                        "The channel has not heard of what this is the end of. Send that again, and this follows."))
                .replaceWith(delivery);
    }

    private static void refuseIf(boolean refused, String why) {
        if (refused) {
            throw new Refusal(KitProblem.CONFLICT, why);
        }
    }

    private static @Nullable DeliveryState state(@Nullable String text) {
        try {
            return text == null ? null : DeliveryState.ofWire(text);
        } catch (IllegalArgumentException e) {
            var error = FieldError.ofParameter("state", "must be pending, sent, dead or muted");
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(error));
        }
    }

    private static long number(String id) {
        try {
            return Long.parseLong(id);
        } catch (NumberFormatException e) {
            throw unknown();
        }
    }

    private static Refusal unknown() {
        return new Refusal(MonitorProblem.DELIVERY_NOT_FOUND, "There is no such delivery.");
    }
}
