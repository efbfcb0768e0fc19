package dev.hotstate.kit.http.apikey;

import dev.hotstate.kit.http.caller.Scopes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The scopes that this service knows. A key with any other would look powerful and be useless. */
@Singleton
class ScopeCatalogue {

    private static final String ANY_PARAMETER = ":*";
    private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final List<String> known;

    ScopeCatalogue(AuthConfig config) {
        this.known = Stream.concat(
                        Stream.of(Scopes.READ, Scopes.WRITE, Scopes.ADMIN),
                        config.extraScopes().orElse(List.of()).stream())
                .toList();
    }

    List<String> known() {
        return known;
    }

    boolean knows(String name) {
        return known.stream().anyMatch(scope -> covers(scope, name));
    }

    private static boolean covers(String scope, String name) {
        if (!scope.endsWith(ANY_PARAMETER)) {
            return scope.equals(name);
        }
        var beginning = scope.substring(0, scope.length() - 1);
        return name.startsWith(beginning)
                && PARAMETER.matcher(name.substring(beginning.length())).matches();
    }
}
