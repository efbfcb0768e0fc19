package dev.hotstate.monitor.channel;

import dev.hotstate.kit.http.problem.FieldError;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a URL that messages are sent to must be. */
final class Urls {

    private static final int LENGTH_MAX = 2_000;
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private Urls() {}

    static List<FieldError> problems(String pointer, @Nullable String url) {
        return isUsable(url)
                ? List.of()
                : List.of(FieldError.at(pointer, "must be an http or https URL without credentials"));
    }

    static Optional<String> host(@Nullable String url) {
        return isUsable(url) ? Optional.of(URI.create(url).getHost()) : Optional.empty();
    }

    static boolean isUsable(@Nullable String url) {
        if (url == null || url.length() > LENGTH_MAX) {
            return false;
        }
        try {
            var uri = new URI(url);
            return uri.getScheme() != null
                    && SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
