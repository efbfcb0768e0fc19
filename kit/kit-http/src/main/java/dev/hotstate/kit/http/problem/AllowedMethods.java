package dev.hotstate.kit.http.problem;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.smallrye.openapi.runtime.OpenApiConstants;
import io.quarkus.smallrye.openapi.runtime.OpenApiDocumentService;
import io.smallrye.openapi.runtime.io.Format;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which methods an address supports, by the service's own OpenAPI description: the header {@code Allow} of a 405 and of OPTIONS. */
@Singleton
class AllowedMethods {

    private static final Pattern VARIABLE = Pattern.compile("\\{[^}]*}");
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch", "head");

    /** An address as it is described. */
    private record Address(Pattern pattern, int variables, String methods) {}

    private final OpenApiDocumentService description;
    private final ObjectMapper json;
    private volatile @Nullable List<Address> addresses;

    AllowedMethods(OpenApiDocumentService description, ObjectMapper json) {
        this.description = description;
        this.json = json;
    }

    /** The answer of JAX-RS to OPTIONS lists the methods of all addresses of a resource together. */
    void correct(RoutingContext request) {
        var response = request.response();
        request.addHeadersEndHandler(written -> {
            var methods = response.headers().contains(HttpHeaders.ALLOW) ? of(request.normalizedPath()) : "";
            if (!methods.isEmpty()) {
                response.putHeader(HttpHeaders.ALLOW, methods);
            }
        });
        request.next();
    }

    /** Separated by commas; empty for an address that is not described. */
    String of(String path) {
        return addresses().stream()
                .filter(address -> address.pattern.matcher(path).matches())
                .findFirst()
                .map(Address::methods)
                .orElse("");
    }

    private List<Address> addresses() {
        var known = addresses;
        if (known == null) {
            known = read();
            addresses = known;
        }
        return known;
    }

    /** The most literal first, as JAX-RS chooses. */
    private List<Address> read() {
        List<Address> found = new ArrayList<>();
        try {
            var document = description.getDocument(OpenApiConstants.DEFAULT_DOCUMENT_NAME, Format.JSON);
            json.readTree(document).path("paths").properties().forEach(path -> found.add(address(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort(Comparator.comparingInt(Address::variables));
        return List.copyOf(found);
    }

    private static Address address(Map.Entry<String, JsonNode> path) {
        var methods = new TreeSet<>(Set.of("OPTIONS"));
        path.getValue().fieldNames().forEachRemaining(name -> {
            if (METHODS.contains(name)) {
                methods.add(name.toUpperCase(Locale.ROOT));
            }
        });
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        var literals = VARIABLE.split(path.getKey(), -1);
        var pattern = new StringBuilder(Pattern.quote(literals[0]));
        for (int i = 1; i < literals.length; i++) {
            pattern.append("[^/]+").append(Pattern.quote(literals[i]));
        }
        return new Address(Pattern.compile(pattern.toString()), literals.length - 1, String.join(", ", methods));
    }
}
