package dev.hotstate.monitor.channel;

import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.secret.SecretLost;
import dev.hotstate.monitor.channel.SendOutcome.Delivered;
import dev.hotstate.monitor.channel.SendOutcome.Failed;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jspecify.annotations.Nullable;

@Path("/channels")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("read")
@Tag(name = "Alerts")
public class ChannelResource {

    private final ChannelAdministration administration;
    private final ChannelTrial trial;
    private final Caller caller;

    ChannelResource(ChannelAdministration administration, ChannelTrial trial, Caller caller) {
        this.administration = administration;
        this.trial = trial;
        this.caller = caller;
    }

    /** @param detail why not; empty if it was */
    public record ChannelTestView(boolean delivered, String detail) {}

    @GET
    @Operation(operationId = "listChannels", summary = "All channels, newest first, without their secrets")
    public Uni<Page<ChannelView>> list(
            @QueryParam("cursor") @Nullable String cursor, @QueryParam("limit") @Nullable Integer limit) {
        return administration
                .page(ChannelAdministration.PAGING.read(cursor, limit))
                .map(page -> page.map(ChannelView::of));
    }

    @POST
    @RolesAllowed("write")
    @Consumes(MediaType.APPLICATION_JSON)
    @ResponseStatus(201)
    @APIResponseSchema(value = ChannelView.class, responseCode = "201")
    @Operation(
            operationId = "createChannel",
            summary = "Create a channel",
            description = "A webhook without a signing secret gets one, which only this answer shows.")
    public Uni<ChannelView> create(@NotNull ChannelSpec spec) {
        return administration.create(spec, caller);
    }

    @GET
    @Path("/{id}")
    @Operation(operationId = "getChannel", summary = "One channel, without its secrets")
    public Uni<ChannelView> get(String id) {
        return administration.get(id).map(ChannelView::of);
    }

    @PUT
    @Path("/{id}")
    @RolesAllowed("write")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "replaceChannel",
            summary = "Change a channel",
            description = "Secrets that are not sent stay, null removes one. What waits for a channel that is disabled"
                    + " is given up, and can be sent again.")
    public Uni<ChannelView> replace(String id, @NotNull ChannelSpec spec) {
        return administration.replace(id, spec, caller).map(ChannelView::of);
    }

    @DELETE
    @Path("/{id}")
    @RolesAllowed("write")
    @Operation(operationId = "deleteChannel", summary = "Delete a channel and give up what waits for it")
    public Uni<Void> delete(String id) {
        return administration.delete(id, caller);
    }

    @POST
    @Path("/{id}/test")
    @RolesAllowed("write")
    @Operation(
            operationId = "testChannel",
            summary = "Send an alert about nothing, now",
            description = "The beginning of an outage that never was, and its end, so that nothing stays open.")
    public Uni<ChannelTestView> test(String id) {
        return administration
                .draft(id)
                .chain(this::attempt)
                .onFailure(SecretLost.class)
                .recoverWithItem(lost -> new ChannelTestView(false, lost.getMessage()));
    }

    @POST
    @Path("/{id}/try")
    @RolesAllowed("write")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "tryChannelChange",
            summary = "Send the same as if a channel was changed so; nothing is saved",
            description = "Secrets that are not sent are those that are stored.")
    public Uni<ChannelTestView> attemptChange(String id, @NotNull ChannelSpec spec) {
        return administration.draft(id, spec).chain(this::attempt);
    }

    @POST
    @Path("/try")
    @RolesAllowed("write")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "tryChannel",
            summary = "Send the same to a channel that does not exist yet; nothing is saved",
            description = "Without a signing secret, a webhook is signed with one that is thrown away.")
    public Uni<ChannelTestView> attemptNew(@NotNull ChannelSpec spec) {
        return administration.draft(spec).chain(this::attempt);
    }

    private Uni<ChannelTestView> attempt(ChannelAdministration.Draft draft) {
        return trial.run(draft.settings(), draft.secrets()).map(outcome -> switch (outcome) {
            case Delivered delivered -> new ChannelTestView(true, "");
            case Failed failed -> new ChannelTestView(false, failed.detail());
        });
    }
}
