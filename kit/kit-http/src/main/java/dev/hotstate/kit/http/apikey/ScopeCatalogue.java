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

    /** An id as people give it, unless it could be taken for another one or for a wildcard. */
    private static final Pattern PARAMETER = Pattern.compile("[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Z}/*]{1,64}");

    private static final String WHAT_A_STAR_IS =
            "; * is 1 to 64 characters without blanks, invisible ones, slashes and stars";

    private final List<String> known;

    ScopeCatalogue(AuthConfig config) {
        this.known = Stream.concat(
                        Stream.of(Scopes.READ, Scopes.WRITE, Scopes.ADMIN),
                        config.extraScopes().orElse(List.of()).stream())
                .toList();
    }

    /** For people. */
    String described() {
        var names = String.join(", ", known);
        return known.stream().anyMatch(scope -> scope.endsWith(ANY_PARAMETER)) ? names + WHAT_A_STAR_IS : names;
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
