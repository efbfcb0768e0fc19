package dev.hotstate.metrics.platform;

import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;

/** How the API introduces itself. */
@OpenAPIDefinition(
        info =
                @Info(
                        title = "metrics-gateway",
                        version = "0.1.0",
                        description =
                                "Requests, errors and latency over all instances, and whether a caller may go on.",
                        license = @License(name = "Apache-2.0")))
public class MetricsApi extends Application {}
