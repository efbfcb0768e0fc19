package dev.hotstate.images;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** podman, as root. */
final class Engine {

    private Engine() {}

    static String podman(String... words) {
        return podman(List.of(words));
    }

    static String podman(List<String> words) {
        var command = new ArrayList<String>();
        command.add("podman");
        command.addAll(words);
        return Workshop.run(Path.of(""), command);
    }

    static boolean hasImage(String name) {
        return !podman("images", "-q", name).isBlank();
    }
}
