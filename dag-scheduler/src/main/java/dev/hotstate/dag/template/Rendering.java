package dev.hotstate.dag.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts parameters into the job of a template. <code>${name}</code> stands in texts; a text that is nothing else becomes the value as
 * it is, a number or a list too. <code>$${</code> is a literal <code>${</code>. Values are never looked into again.
 */
final class Rendering {

    static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,39}");

    /** Known in every run without being declared. */
    static final String FIRE_TIME = "fireTime";

    private static final Pattern PLACE = Pattern.compile("\\$(\\$\\{|\\{(" + NAME.pattern() + ")})");

    /** Characters that values may bring into a job: what a place multiplies has to end somewhere. */
    static final int INSERTED_MAX = 8 << 20;

    private final Map<String, JsonNode> values;
    private final Map<String, String> texts = new HashMap<>();
    private int left = INSERTED_MAX;
    private final TreeSet<String> unknown = new TreeSet<>();

    private Rendering(Map<String, JsonNode> values) {
        this.values = values;
    }

    /** Refuses with 400 if a value is missing, not declared, or a place names something that is neither. */
    static JsonNode render(JsonNode job, List<Parameter> declared, Map<String, JsonNode> given, String fireTime) {
        var rendering = new Rendering(values(declared, given, fireTime));
        var rendered = rendering.render(job);
        refuse(rendering.unknown.stream()
                .map(name -> FieldError.at("/job", "uses ${" + name + "}, which is no parameter"))
                .toList());
        return rendered;
    }

    private static Map<String, JsonNode> values(
            List<Parameter> declared, Map<String, JsonNode> given, String fireTime) {
        var values = new HashMap<String, JsonNode>();
        var errors = new ArrayList<FieldError>();
        values.put(FIRE_TIME, TextNode.valueOf(fireTime));
        for (var parameter : declared) {
            var value = given.getOrDefault(parameter.name(), parameter.defaultValue());
            if (value == null) {
                errors.add(FieldError.at("/parameters/" + parameter.name(), "is needed"));
            } else {
                values.put(parameter.name(), value);
            }
        }
        given.keySet().stream()
                .filter(name -> declared.stream()
                        .noneMatch(parameter -> parameter.name().equals(name)))
                .forEach(name -> errors.add(FieldError.at("/parameters/" + name, "is no parameter of this template")));
        refuse(errors);
        return values;
    }

    private static void refuse(List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
        }
    }

    private JsonNode render(JsonNode node) {
        return switch (node) {
            case TextNode text -> render(text.textValue());
            case ArrayNode array -> {
                var rendered = JsonNodeFactory.instance.arrayNode(array.size());
                array.forEach(item -> rendered.add(render(item)));
                yield rendered;
            }
            case ObjectNode object -> {
                var rendered = JsonNodeFactory.instance.objectNode();
                object.properties().forEach(field -> rendered.set(field.getKey(), render(field.getValue())));
                yield rendered;
            }
            default -> node;
        };
    }

    private JsonNode render(String text) {
        var places = PLACE.matcher(text);
        if (places.matches() && places.group(2) != null) {
            return value(places.group(2));
        }
        return TextNode.valueOf(places.replaceAll(this::replacement));
    }

    private String replacement(MatchResult place) {
        var name = place.group(2);
        if (name == null) {
            return Matcher.quoteReplacement("${");
        }
        value(name);
        return Matcher.quoteReplacement(text(name));
    }

    private String text(String name) {
        return texts.computeIfAbsent(name, asked -> {
            var value = values.get(asked);
            return value == null ? "" : value.isValueNode() ? value.asText() : value.toString();
        });
    }

    private JsonNode value(String name) {
        var value = values.get(name);
        if (value == null) {
            unknown.add(name);
            return TextNode.valueOf("");
        }
        left -= text(name).length();
        if (left < 0) {
            refuse(List.of(
                    FieldError.at("/job", "grows beyond " + INSERTED_MAX + " characters with these parameters")));
        }
        return value;
    }
}
