package dev.hotstate.dag.verify;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/jobs/{job}/verify")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Jobs")
public class VerifyResource {

    private final JobVerification verification;

    VerifyResource(JobVerification verification) {
        this.verification = verification;
    }

    @GET
    @RolesAllowed("read")
    @RunOnVirtualThread
    @Operation(
            operationId = "verifyJob",
            summary = "Compare a job with itself",
            description =
                    "Counts anew from edges and states what Redis has counted: how parents of each task ended, where"
                            + " each task is, how many tasks have ended and how. The job may run meanwhile.")
    public VerifyView verify(String job) {
        return verification.verify(job, false);
    }

    @POST
    @RolesAllowed("write")
    @RunOnVirtualThread
    @Operation(
            operationId = "repairJob",
            summary = "Compare a job with itself and put right what differs",
            description = "With repair=true. What has changed since it was looked at is left alone: ask again.")
    public VerifyView repair(String job, @QueryParam("repair") @DefaultValue("false") boolean repair) {
        return verification.verify(job, repair);
    }
}
