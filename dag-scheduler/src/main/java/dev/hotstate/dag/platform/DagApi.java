package dev.hotstate.dag.platform;

import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;

/** How the API introduces itself. */
@OpenAPIDefinition(
        info =
                @Info(
                        title = "dag-scheduler",
                        version = "0.1.0",
                        description = "Jobs as graphs of tasks: which tasks may run now, who runs them, what happened.",
                        license = @License(name = "Apache-2.0")))
public class DagApi extends Application {}
