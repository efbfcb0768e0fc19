package dev.hotstate.kit.http.audit;

import dev.hotstate.kit.http.paging.Page;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/audit")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("admin")
@Tag(name = "Administration")
public class AuditResource {

    private final AuditLog audit;

    AuditResource(AuditLog audit) {
        this.audit = audit;
    }

    /** @param firstForged the first entry that somebody tampered with, or null */
    public record IntegrityView(boolean sound, @Nullable Long firstForged) {}

    @GET
    @Operation(operationId = "listAudit", summary = "Who changed what, newest first")
    public Uni<Page<AuditEntry>> list(
            @QueryParam("cursor") @Nullable String cursor, @QueryParam("limit") @Nullable Integer limit) {
        return audit.page(AuditLog.PAGING.read(cursor, limit));
    }

    @GET
    @Path("/integrity")
    @Operation(operationId = "checkAudit", summary = "Check the hash chain of the audit log")
    public Uni<IntegrityView> integrity() {
        return audit.firstForged()
                .map(forged -> forged.isPresent()
                        ? new IntegrityView(false, forged.getAsLong())
                        : new IntegrityView(true, null));
    }
}
