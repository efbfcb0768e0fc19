package dev.hotstate.metrics.observation;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Names what comes from elsewhere under a name and attributes: some of it are requests, the rest are series. What tells instances
 * apart is no part of a series, since all instances count together.
 */
@Singleton
public class Series {

    private static final int NAME_LENGTH_MAX = 300;
    private static final int ATTRIBUTES_MAX = 20;
    private static final int INSTANCE_LENGTH_MAX = 64;
    private static final int ROUTE_LENGTH_MAX = 2_000;

    private static final List<String> INSTANCE = List.of("service.instance.id", "instance", "host.name", "host");
    private static final List<String> METHOD = List.of("http.request.method", "http.method", "method");
    private static final List<String> ROUTE = List.of("http.route", "route", "uri");
    private static final List<String> PATH = List.of("url.path", "http.target", "path");
    private static final List<String> STATUS = List.of("http.response.status_code", "http.status_code", "status");

    private final Set<String> requestMetrics;
    private final RouteTemplates templates;

    Series(RecordingConfig config) {
        this.requestMetrics = Set.copyOf(config.requestMetrics());
        this.templates = new RouteTemplates(config.routes().orElse(List.of()), config.pathStyle());
    }

    /** What a request was, told as attributes of a timer or a histogram. */
    public record Request(String endpoint, int status) {}

    /** Empty if these are no requests, or not enough is said about them. */
    public Optional<Request> request(String name, Map<String, String> attributes) {
        if (!requestMetrics.contains(name)) {
            return Optional.empty();
        }
        var method = first(attributes, METHOD).filter(text -> text.matches("[A-Z]{1,20}"));
        var route = first(attributes, ROUTE)
                .map(this::asRoute)
                .or(() -> first(attributes, PATH)
                        .filter(text -> text.startsWith("/"))
                        .map(templates::of))
                .filter(text -> text.length() <= ROUTE_LENGTH_MAX);
        var status = first(attributes, STATUS).filter(text -> text.matches("[1-5]\\d\\d"));
        return method.isEmpty() || route.isEmpty() || status.isEmpty()
                ? Optional.empty()
                : Optional.of(new Request(method.get() + " " + route.get(), Integer.parseInt(status.get())));
    }

    private String asRoute(String text) {
        return templates.restyled(text.startsWith("/") ? text : "/" + text);
    }

    public String instance(Map<String, String> attributes, String otherwise) {
        var found = first(attributes, INSTANCE).orElse(otherwise);
        return found.length() > INSTANCE_LENGTH_MAX ? found.substring(0, INSTANCE_LENGTH_MAX) : found;
    }

    /** {@code name{a=b,c=d}}; empty if that is longer than anybody would read. */
    public Optional<String> name(String name, Map<String, String> attributes) {
        SortedMap<String, String> telling = new TreeMap<>(attributes);
        INSTANCE.forEach(telling::remove);
        if (telling.size() > ATTRIBUTES_MAX) {
            return Optional.empty();
        }
        var series = plain(name)
                + (telling.isEmpty()
                        ? ""
                        : telling.entrySet().stream()
                                .map(each -> plain(each.getKey()) + "=" + plain(each.getValue()))
                                .collect(Collectors.joining(",", "{", "}")));
        return series.length() > NAME_LENGTH_MAX ? Optional.empty() : Optional.of(series);
    }

    private static Optional<String> first(Map<String, String> attributes, List<String> names) {
        return names.stream()
                .map(attributes::get)
                .filter(value -> value != null && !value.isBlank())
                .findFirst();
    }

    /** Without what the form of a series uses, and without what nobody sees. */
    private static String plain(String text) {
        var plain = new StringBuilder(text.length());
        text.chars().forEach(c -> plain.append(Character.isISOControl(c) || " {}=,".indexOf(c) >= 0 ? '_' : (char) c));
        return plain.toString();
    }
}
