package dev.hotstate.kit.http.egress;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The request that a redirect asks for.
 *
 * @param keepsBody        whether method and body stay; otherwise it is a GET without one
 * @param keepsCredentials whether the place is the same, so that it may see what was meant for the first one
 */
public record Redirect(URI uri, boolean keepsBody, boolean keepsCredentials) {

    /**
     * Empty if the answer is not a redirect that names a place.
     *
     * @throws EgressRefused if it leads from https to http, or to something that is not HTTP
     */
    public static Optional<Redirect> of(URI from, String method, int status, @Nullable String location) {
        if (location == null || !isRedirect(status)) {
            return Optional.empty();
        }
        var to = target(from, location);
        boolean keepsBody = status == 307 || status == 308 || method.equals("GET") || method.equals("HEAD");
        return Optional.of(new Redirect(to, keepsBody, isSamePlace(from, to)));
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    private static URI target(URI from, String location) {
        URI to;
        try {
            to = from.resolve(location);
        } catch (IllegalArgumentException e) {
            throw EgressRefused.unsafeRedirect("The redirect does not name a URL");
        }
        if (to.getHost() == null || to.getRawUserInfo() != null || !(isHttps(to) || isHttp(to))) {
            throw EgressRefused.unsafeRedirect("The redirect leads to something other than a plain http or https URL");
        }
        if (isHttps(from) && !isHttps(to)) {
            throw EgressRefused.unsafeRedirect("The redirect leads from https to http");
        }
        return to;
    }

    private static boolean isSamePlace(URI from, URI to) {
        return from.getScheme().equalsIgnoreCase(to.getScheme())
                && from.getHost().equalsIgnoreCase(to.getHost())
                && portOf(from) == portOf(to);
    }

    /** The port that a URL names or means. */
    public static int portOf(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : isHttps(uri) ? 443 : 80;
    }

    public static boolean isHttps(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme());
    }

    private static boolean isHttp(URI uri) {
        return "http".equalsIgnoreCase(uri.getScheme());
    }
}
