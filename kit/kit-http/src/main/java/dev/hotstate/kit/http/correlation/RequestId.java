package dev.hotstate.kit.http.correlation;

import io.vertx.ext.web.RoutingContext;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jboss.logging.MDC;

/**
 * The id that ties together a request, its answer, its log lines and its audit entry. A caller may bring its own, as long
 * as it is harmless in a log.
 */
public final class RequestId {

    public static final String HEADER = "X-Request-Id";

    private static final String KEY = "requestId";
    private static final Pattern ACCEPTABLE = Pattern.compile("[A-Za-z0-9._-]{8,64}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private RequestId() {}

    public static String of(RoutingContext request) {
        String id = request.get(KEY);
        return id == null ? "unknown" : id;
    }

    /** Once per request, before anything is logged or answered. */
    public static void assign(RoutingContext request) {
        var brought = request.request().getHeader(HEADER);
        var id = brought != null && ACCEPTABLE.matcher(brought).matches() ? brought : random();
        request.put(KEY, id);
        request.response().putHeader(HEADER, id);
        MDC.put(KEY, id);
        request.next();
    }

    private static String random() {
        var bytes = new byte[12];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
