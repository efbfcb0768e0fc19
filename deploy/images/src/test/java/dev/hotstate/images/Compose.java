package dev.hotstate.images;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yaml.snakeyaml.Yaml;

/**
 * Runs services of {@code compose.yaml} by podman, each as the file says it: image, command, user, rights, memory, mounts, network. Where
 * no registry is, images of others are replaced; ports of this machine are left to podman.
 */
final class Compose implements AutoCloseable {

    private final Path folder;
    private final Path secrets;
    private final String project;
    private final Map<String, Map<String, Object>> services;
    private final List<String> started = new ArrayList<>();

    private Compose(Path folder, Path secrets, String project, Map<String, Map<String, Object>> services) {
        this.folder = folder;
        this.secrets = secrets;
        this.project = project;
        this.services = services;
    }

    /**
     * @param folder of the file
     * @param secrets what {@code make-secrets.sh} has made
     */
    @SuppressWarnings("unchecked")
    static Compose open(Path folder, Path secrets) throws IOException {
        Map<String, Object> file = new Yaml().load(Files.readString(folder.resolve("compose.yaml")));
        var project = "hotstate-trial-" + ProcessHandle.current().pid();
        Engine.podman("network", "create", project);
        return new Compose(folder, secrets, project, (Map<String, Map<String, Object>>) file.get("services"));
    }

    /** Starts it and returns at once. */
    void start(String name, Map<String, String> moreEnvironment, String... moreOptions) {
        var words = new ArrayList<>(List.of("run", "-d", "--name", container(name)));
        words.addAll(options(name, moreEnvironment));
        words.addAll(List.of(moreOptions));
        words.add(image(name));
        words.addAll(texts(services.get(name), "command"));
        started.add(name);
        Engine.podman(words);
    }

    /** The exit code of a service that ends by itself. */
    int waitFor(String name) {
        return Integer.parseInt(Engine.podman("wait", container(name)).strip());
    }

    boolean isRunning(String name) {
        return Engine.podman("inspect", "-f", "{{.State.Running}}", container(name))
                .strip()
                .equals("true");
    }

    String log(String name) {
        // Both of its streams.
        return Workshop.run(folder, List.of("sh", "-c", "podman logs --tail 60 " + container(name) + " 2>&1"));
    }

    String exec(String name, String... words) {
        var command = new ArrayList<>(List.of("exec", container(name)));
        command.addAll(List.of(words));
        return Engine.podman(command);
    }

    /** A file of a service, brought here. */
    Path copy(String name, String file, Path to) {
        Engine.podman("cp", container(name) + ":" + file, to.toString());
        return to;
    }

    /** Where a port of a service can be reached from here. */
    URI address(String name, int port) {
        return URI.create("http://"
                + Engine.podman("port", container(name), port + "/tcp").strip());
    }

    private List<String> options(String name, Map<String, String> moreEnvironment) {
        var service = services.get(name);
        var options = new ArrayList<>(List.of("--network", project, "--network-alias", name));
        if (service.containsKey("hostname")) {
            options.addAll(List.of("--hostname", service.get("hostname").toString()));
        }
        if (Boolean.TRUE.equals(service.get("read_only"))) {
            options.addAll(List.of("--read-only", "--read-only-tmpfs=false"));
        }
        if (service.containsKey("user")) {
            options.addAll(List.of("--user", service.get("user").toString()));
        }
        options.addAll(List.of("--memory", service.get("mem_limit").toString()));
        texts(service, "cap_drop").forEach(right -> options.addAll(List.of("--cap-drop", right)));
        texts(service, "cap_add").forEach(right -> options.addAll(List.of("--cap-add", right)));
        texts(service, "security_opt").forEach(option -> options.addAll(List.of("--security-opt", option)));
        texts(service, "tmpfs").forEach(place -> options.addAll(List.of("--tmpfs", place)));
        map(service, "sysctls").forEach((key, value) -> options.addAll(List.of("--sysctl", key + "=" + value)));
        texts(service, "ports").forEach(port -> options.addAll(List.of("-p", "127.0.0.1::" + port.split(":")[2])));
        texts(service, "volumes").forEach(volume -> options.addAll(List.of("-v", volume(volume))));
        var environment = new TreeMap<>(map(service, "environment"));
        environment.putAll(moreEnvironment);
        environment.forEach((key, value) -> options.addAll(List.of("-e", key + "=" + value)));
        return options;
    }

    private String volume(String text) {
        if (text.startsWith("./secrets/")) {
            return secrets + text.substring("./secrets".length());
        }
        return text.startsWith("./") ? folder + text.substring(1) : project + "-" + text;
    }

    private String image(String name) {
        var image = services.get(name).get("image").toString();
        return image.startsWith("hotstate/") ? "localhost/" + image : StandIns.IMAGE;
    }

    private String container(String name) {
        return project + "-" + name;
    }

    private static List<String> texts(Map<String, Object> service, String word) {
        return service.get(word) instanceof List<?> list
                ? list.stream().map(Object::toString).toList()
                : List.of();
    }

    private static Map<String, String> map(Map<String, Object> service, String word) {
        var map = new TreeMap<String, String>();
        if (service.get(word) instanceof Map<?, ?> entries) {
            entries.forEach((key, value) -> map.put(key.toString(), value.toString()));
        }
        return map;
    }

    @Override
    public void close() {
        if (!started.isEmpty()) {
            var words = new ArrayList<>(List.of("rm", "-f", "-v", "-t", "5", "--ignore"));
            started.forEach(name -> words.add(container(name)));
            Engine.podman(words);
        }
        for (var volume : Engine.podman("volume", "ls", "-q")
                .lines()
                .filter(name -> name.startsWith(project + "-"))
                .toList()) {
            Engine.podman("volume", "rm", volume);
        }
        Engine.podman("network", "rm", "-f", project);
    }
}
