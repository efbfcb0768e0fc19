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
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an address supports, by the service's own OpenAPI description: its methods, for the header {@code Allow} of a 405 and of
 * OPTIONS, and the types of body that a method takes, for a 415.
 */
@Singleton
class DescribedAddresses {

    private static final Pattern VARIABLE = Pattern.compile("\\{[^}]*}");
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch", "head");

    /** An address as it is described: each method, with the types of body that it takes. */
    private record Address(Pattern pattern, int variables, SortedMap<String, List<String>> bodyTypes) {}

    private final OpenApiDocumentService description;
    private final ObjectMapper json;
    private volatile @Nullable List<Address> addresses;

    DescribedAddresses(OpenApiDocumentService description, ObjectMapper json) {
        this.description = description;
        this.json = json;
    }

    /** The answer of JAX-RS to OPTIONS lists the methods of all addresses of a resource together. */
    void correct(RoutingContext request) {
        var response = request.response();
        request.addHeadersEndHandler(written -> {
            var methods = response.headers().contains(HttpHeaders.ALLOW) ? methods(request.normalizedPath()) : "";
            if (!methods.isEmpty()) {
                response.putHeader(HttpHeaders.ALLOW, methods);
            }
        });
        request.next();
    }

    /** Separated by commas; empty for an address that is not described. */
    String methods(String path) {
        return address(path)
                .map(address -> String.join(", ", address.bodyTypes.keySet()))
                .orElse("");
    }

    /** None if the method takes no body; empty if it is not described. */
    Optional<List<String>> bodyTypes(String method, String path) {
        return address(path).map(address -> address.bodyTypes.get(method));
    }

    private Optional<Address> address(String path) {
        return addresses().stream()
                .filter(address -> address.pattern.matcher(path).matches())
                .findFirst();
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
            json.readTree(document).path("paths").properties().forEach(path -> found.add(described(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort(Comparator.comparingInt(Address::variables));
        return List.copyOf(found);
    }

    private static Address described(Map.Entry<String, JsonNode> path) {
        SortedMap<String, List<String>> bodyTypes = new TreeMap<>(Map.of("OPTIONS", List.of()));
        path.getValue().properties().forEach(method -> {
            if (METHODS.contains(method.getKey())) {
                bodyTypes.put(method.getKey().toUpperCase(Locale.ROOT), bodyTypes(method.getValue()));
            }
        });
        if (bodyTypes.containsKey("GET")) {
            bodyTypes.putIfAbsent("HEAD", List.of());
        }
        var literals = VARIABLE.split(path.getKey(), -1);
        var pattern = new StringBuilder(Pattern.quote(literals[0]));
        for (int i = 1; i < literals.length; i++) {
            pattern.append("[^/]+").append(Pattern.quote(literals[i]));
        }
        return new Address(Pattern.compile(pattern.toString()), literals.length - 1, bodyTypes);
    }

    private static List<String> bodyTypes(JsonNode method) {
        List<String> types = new ArrayList<>();
        method.path("requestBody").path("content").fieldNames().forEachRemaining(types::add);
        return List.copyOf(types);
    }
}
