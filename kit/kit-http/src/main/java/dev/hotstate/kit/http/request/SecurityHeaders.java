package dev.hotstate.kit.http.request;

import io.quarkus.arc.All;
import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Headers that tell a browser to trust nothing but this service. Swagger UI, which exists in dev mode only, needs inline
 * scripts and gets them under its own path.
 */
@Singleton
class SecurityHeaders {

    static final String POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
            + " form-action 'self'; frame-ancestors 'none'";
    private static final String IMAGES = "img-src 'self' data:";
    private static final String RESOURCE_POLICY = "Cross-Origin-Resource-Policy";
    private static final String DEVELOPER_PATH = "/q/";

    private final String policy;
    private final String developerPolicy;

    SecurityHeaders(@All List<ImageOrigin> images) {
        this.policy = policyWith(images);
        this.developerPolicy = policy.replace("default-src 'self'", "default-src 'self' 'unsafe-inline'");
    }

    void add(RoutingContext request) {
        var headers = request.response().headers();
        boolean developer = request.normalizedPath().startsWith(DEVELOPER_PATH);
        headers.set("Content-Security-Policy", developer ? developerPolicy : policy)
                .set("X-Content-Type-Options", "nosniff")
                .set("Referrer-Policy", "no-referrer")
                .set("Cross-Origin-Opener-Policy", "same-origin");
        if (request.request().isSSL()) {
            headers.set("Strict-Transport-Security", "max-age=31536000");
        }
        request.addHeadersEndHandler(done -> setUnlessGiven(headers));
        request.next();
    }

    static String policyWith(List<ImageOrigin> images) {
        var sources = images.stream().map(ImageOrigin::origin).flatMap(Optional::stream);
        return POLICY.replace(IMAGES, Stream.concat(Stream.of(IMAGES), sources).collect(Collectors.joining(" ")));
    }

    /**
     * Answers are private and change. The static handler's "immutable" is meant for names with a hash; ours have none and
     * are revalidated, so that an upgrade shows at once. What a resource says for itself stays: of both, caching and who may
     * embed it.
     */
    private static void setUnlessGiven(MultiMap headers) {
        if (!headers.contains(RESOURCE_POLICY)) {
            headers.set(RESOURCE_POLICY, "same-origin");
        }
        var given = headers.get("Cache-Control");
        if (given == null) {
            headers.set("Cache-Control", "no-store");
        } else if (given.contains("immutable")) {
            headers.set("Cache-Control", "no-cache");
        }
    }
}
