package dev.hotstate.bench.startup;

import dev.hotstate.kit.backends.host.Programs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A container of podman, with the rights that compose.yaml gives a service, on the network of this machine. */
record Container(String id, long pid) implements ColdStart.Running {

    static boolean isThere(String image) {
        return Programs.onPath("podman").isPresent()
                && Programs.run(List.of("podman", "image", "exists", image), Map.of())
                                .exitCode()
                        == 0;
    }

    static Container start(String image, Map<String, String> environment) throws IOException {
        var words = new ArrayList<>(
                List.of("podman", "run", "-d", "--network", "host", "--read-only", "--cap-drop", "ALL"));
        environment.forEach((name, value) -> words.addAll(List.of("-e", name)));
        words.add(image);
        // The values go by the environment: arguments are seen by every process.
        var id = lastLine(podman(words, environment));
        return new Container(
                id,
                Long.parseLong(lastLine(podman(List.of("podman", "inspect", "-f", "{{.State.Pid}}", id), Map.of()))));
    }

    @Override
    public void kill() {
        Programs.run(List.of("podman", "rm", "-f", "-t", "0", id), Map.of());
    }

    private static String podman(List<String> words, Map<String, String> environment) throws IOException {
        var result = Programs.run(words, environment);
        if (result.exitCode() != 0) {
            throw new IOException("podman: " + result.output());
        }
        return result.output();
    }

    /** Warnings come first. */
    private static String lastLine(String text) {
        return text.strip().lines().reduce("", (first, second) -> second);
    }
}
