package dev.hotstate.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs what an overlay of Kubernetes renders by {@code podman play kube}: pods with their images, commands, users, rights, limits, settings
 * and secrets. What a cluster does and podman 4.3 does not is done here: members of a set and the pod of a job get their names, and names
 * in the network; volumes belong to a pod; the address of a pod is not told to it; ports are not taken from this machine. Probes do
 * not run.
 */
final class Kube implements AutoCloseable {

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String NAME = "POD_NAME";
    private static final String ADDRESS = "POD_IP";

    private final Path folder;
    private final String network = "hotstate-trial-" + ProcessHandle.current().pid();
    private final Map<String, ObjectNode> objects = new LinkedHashMap<>();
    private final List<String> secrets = new ArrayList<>();
    private final List<String> pods = new ArrayList<>();

    private Kube(Path folder) {
        this.folder = folder;
    }

    /**
     * @param folder for what is handed to podman
     * @param secrets as {@code make-secrets.sh} prints them
     */
    static Kube open(Path overlay, Path folder, String secrets) throws IOException {
        var kube = new Kube(folder);
        Engine.podman("network", "create", kube.network);
        try {
            for (var object : documents(Workshop.run(folder, List.of("kubectl", "kustomize", overlay.toString())))) {
                kube.objects.put(kind(object) + "/" + name(object), object);
            }
            for (var secret : documents(secrets)) {
                kube.keep(secret);
            }
            return kube;
        } catch (ImageFailure | IOException e) {
            kube.close();
            throw e;
        }
    }

    /** A setting of all services on top. */
    void set(String variable, String value) {
        objects.values().stream()
                .filter(object ->
                        kind(object).equals("ConfigMap") && name(object).startsWith("hotstate-"))
                .forEach(object -> object.withObject("/data").put(variable, value));
    }

    /** Returns the name of its pod at once. */
    String deployment(String name) {
        var deployment = objects.get("Deployment/" + name);
        play(name + "-pod-0", List.of(name), deployment, deployment.withObject("/spec/template/spec"));
        return name + "-pod-0";
    }

    /** One pod of a StatefulSet, which others find by its own name; the first one by that of the set, too. */
    String member(String set, int number, Consumer<ObjectNode> change) {
        var spec = objects.get("StatefulSet/" + set).withObject("/spec");
        var name = set + "-" + number;
        var pod = pod(name, spec.withObject("/template"));
        for (var claim : spec.path("volumeClaimTemplates")) {
            pod.withObject("/spec")
                    .withArray("/volumes")
                    .addObject()
                    .put("name", name(claim))
                    .putObject("emptyDir");
        }
        change.accept(pod.withObject("/spec"));
        var names = new ArrayList<>(List.of(name + "." + spec.get("serviceName").asText()));
        if (number == 0) {
            names.add(set);
        }
        play(name, names, pod, pod.withObject("/spec"));
        return name;
    }

    String job(String name) {
        var pod = pod(name, objects.get("Job/" + name).withObject("/spec/template"));
        play(name, List.of(name), pod, pod.withObject("/spec"));
        return name;
    }

    /** The exit code of a pod of one container that ends by itself. */
    int waitFor(String pod) {
        return Integer.parseInt(Engine.podman("wait", container(pod)).strip());
    }

    /** Of the container of a pod. */
    JsonNode inspect(String pod) throws IOException {
        return YAML.readTree(Engine.podman("inspect", container(pod))).get(0);
    }

    String log(String pod) {
        return Workshop.run(folder, List.of("sh", "-c", "podman logs --tail 60 " + container(pod) + " 2>&1"));
    }

    /** Where a port of a pod can be reached from here. */
    URI address(String pod, int port) {
        var infra = Engine.podman("pod", "inspect", "-f", "{{.InfraContainerID}}", pod)
                .strip();
        var address = Engine.podman("inspect", "-f", "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}", infra)
                .strip();
        return URI.create("http://" + address + ":" + port);
    }

    private String container(String pod) {
        return Engine.podman("ps", "-a", "--filter", "pod=" + pod, "--format", "{{.Names}}")
                .lines()
                .filter(name -> !name.endsWith("-infra"))
                .findFirst()
                .orElseThrow();
    }

    private static ObjectNode pod(String name, ObjectNode template) {
        var pod = template.deepCopy().put("apiVersion", "v1").put("kind", "Pod");
        pod.withObject("/metadata").put("name", name);
        return pod;
    }

    private void play(String pod, List<String> names, ObjectNode object, ObjectNode spec) {
        adapt(pod, spec);
        var maps = objects.values().stream()
                .filter(other -> kind(other).equals("ConfigMap"))
                .filter(map -> spec.toString().contains("\"" + name(map) + "\""));
        var documents = new ArrayList<ObjectNode>(maps.toList());
        documents.add(object);
        pods.add(pod);
        Engine.podman(
                "play",
                "kube",
                "--network",
                network + ":alias=" + String.join(",alias=", names),
                written(pod, documents).toString());
    }

    private static void adapt(String pod, ObjectNode spec) {
        for (var each : spec.get("containers")) {
            var container = (ObjectNode) each;
            // Podman would publish them.
            container.remove("ports");
            var image = container.get("image").asText();
            container.put("image", image.startsWith("hotstate/") ? "localhost/" + image : StandIns.IMAGE);
            container.withArray("/env").removeIf(variable -> name(variable).equals(ADDRESS));
            if (container.has("command")) {
                var words = new ArrayList<String>();
                container.get("command").forEach(word -> words.add(word.asText().replace("$(" + NAME + ")", pod)));
                int own = words.indexOf("$(" + ADDRESS + ")");
                if (own >= 0) {
                    words.subList(own - 1, own + 1).clear();
                }
                var command = container.putArray("command");
                words.forEach(command::add);
            }
            for (var mount : container.path("volumeMounts")) {
                rename(pod, mount);
            }
        }
        for (var volume : spec.path("volumes")) {
            rename(pod, volume);
            if (volume.has("secret")) {
                // Podman 4.3 falls over where this is not said.
                ((ObjectNode) volume.get("secret")).put("optional", false);
            }
        }
    }

    /** What is empty at first is a volume of podman by that name, which others would share. */
    private static void rename(String pod, JsonNode node) {
        ((ObjectNode) node).put("name", pod + "-" + name(node));
    }

    /** Podman checks that {@code data} is base64 and hands it on as it is: so it is kept by ourselves, as text. */
    private void keep(ObjectNode secret) {
        secret.set("data", secret.remove("stringData"));
        Engine.podman(
                "secret",
                "create",
                name(secret),
                written("secret-" + name(secret), List.of(secret)).toString());
        secrets.add(name(secret));
    }

    private Path written(String name, List<ObjectNode> documents) {
        try {
            var text = new StringBuilder();
            for (var document : documents) {
                text.append(YAML.writeValueAsString(document));
            }
            return Files.writeString(folder.resolve(name + ".yaml"), text);
        } catch (IOException e) {
            throw new ImageFailure("Cannot write " + name, e);
        }
    }

    private static List<ObjectNode> documents(String yaml) throws IOException {
        try (var values = YAML.readerFor(ObjectNode.class).<ObjectNode>readValues(yaml)) {
            return values.readAll();
        }
    }

    private static String kind(JsonNode object) {
        return object.path("kind").asText();
    }

    /** Of an object, or of a part of one. */
    private static String name(JsonNode node) {
        return node.has("metadata")
                ? node.at("/metadata/name").asText()
                : node.path("name").asText();
    }

    @Override
    public void close() {
        pods.forEach(pod -> Engine.podman("pod", "rm", "-f", "-t", "5", "--ignore", pod));
        secrets.forEach(secret -> Engine.podman("secret", "rm", secret));
        // Made of the volumes of the pods, of ConfigMaps and of Secrets, by their names.
        Engine.podman("volume", "ls", "-q")
                .lines()
                .filter(volume -> secrets.contains(volume)
                        || objects.containsKey("ConfigMap/" + volume)
                        || pods.stream().anyMatch(pod -> volume.startsWith(pod + "-")))
                .forEach(volume -> Engine.podman("volume", "rm", "-f", volume));
        Engine.podman("network", "rm", "-f", network);
    }
}
