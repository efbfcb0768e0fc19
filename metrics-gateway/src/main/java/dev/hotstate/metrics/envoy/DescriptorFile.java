package dev.hotstate.metrics.envoy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hotstate.kit.http.json.StrictYaml;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.metrics.envoy.DescriptorTree.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration file of envoyproxy/ratelimit. Everything that it has is understood or refused, so that no limit is
 * silently another one; what is only about the metrics of that program is passed over.
 *
 * @see <a href="https://github.com/envoyproxy/ratelimit#configuration">its configuration</a>
 */
final class DescriptorFile {

    static final int LIMITS_MAX = 2_000;

    private static final int DEPTH_MAX = 20;
    private static final int ERRORS_SHOWN_MAX = 50;

    private static final Set<String> ROOT_FIELDS = Set.of("domain", "descriptors");
    private static final Set<String> DESCRIPTOR_FIELDS = Set.of(
            "key",
            "value",
            "rate_limit",
            "descriptors",
            "shadow_mode",
            "share_threshold",
            "detailed_metric",
            "value_to_metric");
    /** What that program knows and this one does not: why. */
    private static final Map<String, String> REFUSED_FIELDS = Map.of(
            "quota_mode", "is not supported: no metadata is answered. With shadow_mode it refuses nobody either",
            "metadata", "is not supported: no metadata is answered");

    private static final Set<String> LIMIT_FIELDS =
            Set.of("unit", "requests_per_unit", "unlimited", "name", "replaces");

    private static final YAMLMapper YAML = YAMLMapper.builder(new StrictYaml(YAMLFactory.builder()))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final EnvoyConfig config;
    private final int version;
    private final List<FieldError> errors = new ArrayList<>();
    private int limits;

    private DescriptorFile(EnvoyConfig config, int version) {
        this.config = config;
        this.version = version;
    }

    /**
     * A domain, or why there is none.
     *
     * @param errors empty if it can be used
     */
    record Read(String domain, DescriptorTree tree, List<FieldError> errors) {}

    static Read read(String text, int version, EnvoyConfig config) {
        var file = new DescriptorFile(config, version);
        try {
            return file.read(YAML.readTree(text));
        } catch (JsonProcessingException e) {
            var at = e.getLocation();
            return new Read(
                    "",
                    new DescriptorTree(),
                    List.of(FieldError.at(
                            "",
                            "is no YAML"
                                    + (at == null ? "" : ", line " + at.getLineNr() + ": " + e.getOriginalMessage()))));
        }
    }

    private Read read(@Nullable JsonNode root) {
        var tree = new DescriptorTree();
        if (root == null || !root.isObject()) {
            return new Read("", tree, List.of(FieldError.at("", "must have a domain and descriptors")));
        }
        requireKnown(root, ROOT_FIELDS, "");
        var domain = text(root, "domain");
        if (domain == null || domain.isEmpty() || domain.length() > EnvoyDomains.DOMAIN_LENGTH_MAX) {
            error("/domain", "must be a text of up to %d characters".formatted(EnvoyDomains.DOMAIN_LENGTH_MAX));
        } else {
            descriptors(root.path("descriptors"), "/descriptors", domain, tree, 1);
        }
        return new Read(domain == null ? "" : domain, tree, errors);
    }

    private void descriptors(JsonNode list, String at, String above, DescriptorTree into, int depth) {
        if (list.isMissingNode() || list.isNull()) {
            return;
        }
        if (!list.isArray() || depth > DEPTH_MAX) {
            error(at, list.isArray() ? "is deeper than " + DEPTH_MAX : "must be a list");
            return;
        }
        for (int i = 0; i < list.size() && errors.size() < ERRORS_SHOWN_MAX; i++) {
            descriptor(list.get(i), at + "/" + i, above, into, depth);
        }
    }

    private void descriptor(JsonNode node, String at, String above, DescriptorTree into, int depth) {
        requireKnown(node, DESCRIPTOR_FIELDS, at);
        var key = text(node, "key");
        if (key == null || key.isEmpty()) {
            error(at + "/key", "must be given");
            return;
        }
        var value = text(node, "value");
        var path = above + "/" + DescriptorTree.path(key, value);
        var below = new DescriptorTree();
        descriptors(node.path("descriptors"), at + "/descriptors", path, below, depth + 1);
        var limit = node.hasNonNull("rate_limit")
                ? limit(node.get("rate_limit"), node.path("shadow_mode").asBoolean(), at + "/rate_limit", path)
                : null;
        boolean isShared = node.path("share_threshold").asBoolean();
        if (isShared && (value == null || !ValuePattern.isOne(value))) {
            error(at + "/share_threshold", "is about values with a *");
        }
        if (!into.add(key, value, new Node(limit, below, isShared))) {
            error(at, "is there twice");
        }
    }

    private @Nullable DescriptorLimit limit(JsonNode node, boolean shadow, String at, String path) {
        requireKnown(node, LIMIT_FIELDS, at);
        if (++limits > LIMITS_MAX) {
            error(at, "is one too many; a domain has at most " + LIMITS_MAX);
            return null;
        }
        var name = text(node, "name");
        var replaces = replaces(node.path("replaces"), name, at);
        if (node.path("unlimited").asBoolean()) {
            if (node.has("unit") || node.has("requests_per_unit")) {
                error(at, "is unlimited, so it has neither unit nor requests_per_unit");
            }
            return DescriptorLimit.unlimited(name, replaces);
        }
        var unit = LimitUnit.of(node.path("unit").asText());
        if (unit.isEmpty()) {
            error(at + "/unit", "must be second, minute, hour, day, week or month: no window is longer here");
            return null;
        }
        var number = node.path("requests_per_unit");
        long requests = number.isIntegralNumber() && number.canConvertToLong() ? number.longValue() : -1;
        if (requests < 0 || requests > DescriptorLimit.REQUESTS_MAX) {
            error(at + "/requests_per_unit", "must be 0 to " + DescriptorLimit.REQUESTS_MAX);
            return null;
        }
        return DescriptorLimit.of(path, requests, unit.get(), shadow, name, replaces, version, config);
    }

    private Set<String> replaces(JsonNode list, @Nullable String name, String at) {
        var names = new HashSet<String>();
        for (var replaced : list) {
            var other = text(replaced, "name");
            if (other == null || other.equals(name)) {
                error(at + "/replaces", "must name other limits");
            } else {
                names.add(other);
            }
        }
        return names;
    }

    private void requireKnown(JsonNode node, Set<String> known, String at) {
        if (!node.isObject()) {
            error(at, "must be a map");
            return;
        }
        node.fieldNames().forEachRemaining(field -> {
            if (!known.contains(field)) {
                error(at + "/" + field, REFUSED_FIELDS.getOrDefault(field, "is not known here"));
            }
        });
    }

    private void error(String at, String objection) {
        errors.add(FieldError.at(at, objection));
    }

    /** YAML reads 8080 and true as what they look like; here they are texts. */
    private static @Nullable String text(JsonNode node, String field) {
        var value = node.get(field);
        return value == null || !value.isValueNode() || value.isNull() ? null : value.asText();
    }
}
