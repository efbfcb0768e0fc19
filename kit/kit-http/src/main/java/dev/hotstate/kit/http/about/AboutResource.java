package dev.hotstate.kit.http.about;

import dev.hotstate.kit.http.about.AboutView.Sister;
import dev.hotstate.kit.http.apikey.AuthConfig;
import dev.hotstate.kit.redis.instance.InstanceId;
import dev.hotstate.kit.redis.key.Namespace;
import io.quarkus.runtime.ApplicationConfig;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

@Path("/about")
@Produces(MediaType.APPLICATION_JSON)
@PermitAll
@Tag(name = "Service")
public class AboutResource {

    private final AboutView about;

    AboutResource(
            Namespace service,
            ApplicationConfig application,
            AuthConfig auth,
            InstanceId instance,
            SistersConfig sisters) {
        this.about = new AboutView(
                "Hotstate",
                application.name().orElse(service.app()),
                service.app(),
                service.env(),
                application.version().orElse("unknown"),
                Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()),
                instance.value(),
                auth.required(),
                sisters.addresses().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(sister -> new Sister(sister.getKey(), sister.getValue()))
                        .toList());
    }

    @GET
    @Operation(operationId = "about", summary = "What this service is and where its sisters are")
    public AboutView about() {
        return about;
    }
}
