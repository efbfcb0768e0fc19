package dev.hotstate.monitor.platform;

import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;

/** How the API introduces itself. */
@OpenAPIDefinition(
        info =
                @Info(
                        title = "monitor-service",
                        version = "0.1.0",
                        description =
                                "Uptime monitoring: which checks run next, what is up right now, which incidents are open.",
                        license = @License(name = "Apache-2.0")))
public class MonitorApi extends Application {}
