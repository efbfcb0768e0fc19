package dev.hotstate.monitor.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import dev.hotstate.kit.http.json.StrictYaml;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;

/** Definitions as a document that people keep in a repository, in JSON or YAML. A field that is not known is refused. */
@Singleton
class MonitorFile {

    private static final int CODE_POINTS_MAX = 8 << 20;

    private final ObjectMapper json;
    private final ObjectMapper yaml;

    MonitorFile(ObjectMapper json) {
        var strict = json.copy().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        this.json = strict;
        this.yaml = strict.copyWith(yamlFactory());
    }

    /** The document. */
    record MonitorList(List<MonitorSpec> monitors) {

        MonitorList {
            monitors = monitors == null ? List.of() : List.copyOf(monitors);
        }
    }

    List<MonitorSpec> read(String text, boolean isYaml) throws JsonProcessingException {
        if (!isYaml) {
            return definitions(json.readValue(text, MonitorList.class));
        }
        try {
            return definitions(yaml.readValue(text, MonitorList.class));
        } catch (com.fasterxml.jackson.dataformat.yaml.JacksonYAMLParseException unreadable) {
            throw new Refusal(
                    KitProblem.MALFORMED_REQUEST,
                    "The document is not well-formed YAML.",
                    List.of(FieldError.at("", position(unreadable))));
        }
    }

    private static List<MonitorSpec> definitions(@Nullable MonitorList document) {
        if (document == null) {
            throw new Refusal(
                    KitProblem.MALFORMED_REQUEST,
                    "The document is empty.",
                    List.of(FieldError.at("", "must be an object with monitors")));
        }
        return document.monitors();
    }

    String write(List<MonitorSpec> monitors, boolean asYaml) throws JsonProcessingException {
        return (asYaml ? yaml : json).writerWithDefaultPrettyPrinter().writeValueAsString(new MonitorList(monitors));
    }

    private static String position(JsonProcessingException unreadable) {
        var location = unreadable.getLocation();
        return location == null
                ? "cannot be read"
                : "cannot be read at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
    }

    private static YAMLFactory yamlFactory() {
        var limits = new LoaderOptions();
        limits.setCodePointLimit(CODE_POINTS_MAX);
        return new StrictYaml(YAMLFactory.builder()
                .loaderOptions(limits)
                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                // A tag of our own would be unknown to every other reader of YAML.
                .disable(YAMLGenerator.Feature.USE_NATIVE_TYPE_ID)
                .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS));
    }

    static boolean isYaml(@Nullable String format) {
        return format != null && format.contains("yaml");
    }
}
