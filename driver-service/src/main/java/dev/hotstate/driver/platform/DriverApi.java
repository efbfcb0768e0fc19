package dev.hotstate.driver.platform;

import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;

/** How the API introduces itself. */
@OpenAPIDefinition(
        info =
                @Info(
                        title = "driver-service",
                        version = "0.1.0",
                        description =
                                "Driver availability: which available drivers are nearest right now, and who has claimed which.",
                        license = @License(name = "Apache-2.0")))
public class DriverApi extends Application {}
