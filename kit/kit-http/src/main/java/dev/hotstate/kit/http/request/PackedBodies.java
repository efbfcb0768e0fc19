package dev.hotstate.kit.http.request;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Arrays;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Refuses a packed body, which would be read as if it were not. Who unpacks bodies asks for the header that says so. */
class PackedBodies {

    private static final String AS_IT_IS = "identity";

    @ServerRequestFilter
    void refuse(ContainerRequestContext request, ResourceInfo resource) {
        var encoding = request.getHeaderString(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.isBlank() && !encoding.equalsIgnoreCase(AS_IT_IS) && !isUnpacked(resource)) {
            throw new Refusal(
                    KitProblem.UNSUPPORTED_MEDIA_TYPE, "Send the body as it is, without the header Content-Encoding.");
        }
    }

    private static boolean isUnpacked(ResourceInfo resource) {
        return Arrays.stream(resource.getResourceMethod().getParameters())
                .map(parameter -> parameter.getAnnotation(HeaderParam.class))
                .anyMatch(header -> header != null && header.value().equalsIgnoreCase(HttpHeaders.CONTENT_ENCODING));
    }
}
