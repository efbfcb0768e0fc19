package dev.hotstate.deploy.kubernetes;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Renders what our kustomizations use of kustomize, so that manifests can be judged where there is none, and refuses the
 * rest. That it does what kustomize does is shown by {@link ManifestsTest}; it leaves out the hash that kustomize appends to
 * names of ConfigMaps.
 */
final class Kustomize {

    static final YAMLMapper YAML = new YAMLMapper();

    private static final String FILE = "kustomization.yaml";
    private static final Set<String> KNOWN =
            Set.of("apiVersion", "kind", "namespace", "resources", "configMapGenerator", "images", "patches");

    private Kustomize() {}

    static List<ObjectNode> render(Path folder) {
        var file = documents(folder.resolve(FILE)).getFirst();
        file.fieldNames().forEachRemaining(name -> {
            if (!KNOWN.contains(name)) {
                throw new IllegalArgumentException(folder + " uses " + name + ", which Kustomize.java does not know");
            }
        });
        var manifests = new ArrayList<ObjectNode>();
        for (var resource : file.path("resources")) {
            var path = folder.resolve(resource.asText());
            manifests.addAll(Files.isDirectory(path) ? render(path) : documents(path));
        }
        file.path("configMapGenerator").forEach(generator -> generate(folder, generator, manifests));
        file.path("patches").forEach(patch -> patch(patch, manifests));
        file.path("images").forEach(image -> manifests.forEach(manifest -> rename(image, manifest)));
        if (file.has("namespace")) {
            manifests.stream()
                    .filter(manifest -> !kind(manifest).equals("Namespace"))
                    .forEach(manifest -> manifest.withObject("/metadata").set("namespace", file.get("namespace")));
        }
        return manifests;
    }

    /** All documents of a file of YAML. */
    static List<ObjectNode> documents(Path file) {
        try {
            return documents(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<ObjectNode> documents(String yaml) {
        try (var values = YAML.readerFor(ObjectNode.class).<ObjectNode>readValues(yaml)) {
            return values.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String kind(JsonNode manifest) {
        return manifest.path("kind").asText();
    }

    static String name(JsonNode manifest) {
        return manifest.at("/metadata/name").asText();
    }

    private static void generate(Path folder, JsonNode generator, List<ObjectNode> manifests) {
        var name = generator.get("name").asText();
        var existing = manifests.stream()
                .filter(manifest ->
                        kind(manifest).equals("ConfigMap") && name(manifest).equals(name))
                .findFirst();
        if (existing.isPresent() != generator.path("behavior").asText().equals("merge")) {
            throw new IllegalArgumentException("ConfigMap " + name + " of " + folder + " is there already, or is not");
        }
        var map = existing.orElseGet(() -> {
            var created = YAML.createObjectNode();
            created.put("apiVersion", "v1").put("kind", "ConfigMap");
            created.withObject("/metadata").put("name", name);
            manifests.add(created);
            return created;
        });
        var data = map.withObject("/data");
        generator.path("files").forEach(file -> data.put(file.asText(), read(folder.resolve(file.asText()))));
        generator
                .path("envs")
                .forEach(file -> read(folder.resolve(file.asText()))
                        .lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .forEach(line -> data.put(line.split("=", 2)[0], line.split("=", 2)[1])));
    }

    private static void patch(JsonNode patch, List<ObjectNode> manifests) {
        var kind = requireNonNull(patch.at("/target/kind").asText());
        for (var operation : operations(patch.get("patch").asText())) {
            if (!operation.get("op").asText().equals("replace")) {
                throw new IllegalArgumentException("Kustomize.java only knows how to replace: " + operation);
            }
            var path = JsonPointer.compile(operation.get("path").asText());
            manifests.stream()
                    .filter(manifest -> kind(manifest).equals(kind))
                    .forEach(manifest -> ((ObjectNode) manifest.at(path.head()))
                            .set(path.last().getMatchingProperty(), operation.get("value")));
        }
    }

    private static JsonNode operations(String yaml) {
        try {
            return YAML.readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void rename(JsonNode image, ObjectNode manifest) {
        var containers = manifest.at("/spec/template/spec/containers");
        for (var container : containers) {
            if (container.get("image").asText().startsWith(image.get("name").asText() + ":")) {
                ((ObjectNode) container)
                        .put(
                                "image",
                                image.get("newName").asText() + ":"
                                        + image.get("newTag").asText());
            }
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
