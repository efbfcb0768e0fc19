package dev.hotstate.kit.http.request;

import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.ext.web.RoutingContext;
import java.util.regex.Pattern;

/**
 * By which path a request is counted in the metrics: by the template of the resource that answers it. Until one does, and for
 * files, it is one label for all. Without it Micrometer takes the path as it was sent: a key or token in an address could be
 * read in the metrics, and anybody could make series, and what Micrometer remembers of them, without end.
 */
final class RequestLabels {

    static final String UNMATCHED = "/UNMATCHED";
    static final String FILE = "/FILE";

    /** Where Quarkus writes the template of the resource that it has found, over what stands here. */
    private static final String TEMPLATE = "UrlPathTemplate";

    private static final String ROOT = "/";
    private static final Pattern FILE_NAME = Pattern.compile("/kit/.*|.*\\.(js|css|html|ico|png|woff2)");

    private RequestLabels() {}

    static void assign(RoutingContext request) {
        var path = request.request().path();
        if (!ROOT.equals(path)) {
            var context = ((HttpServerRequestInternal) request.request()).context();
            context.putLocal(TEMPLATE, path != null && FILE_NAME.matcher(path).matches() ? FILE : UNMATCHED);
        }
        request.next();
    }
}
