package dev.hotstate.bench.dag;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** A script of a service as kit-redis would send it: a line {@code -- @include x} stands for {@code include/x.lua}, once. */
final class Lua {

    private static final String INCLUDE = "-- @include ";

    private final Path folder;
    private final Set<String> included = new HashSet<>();

    private Lua(Path folder) {
        this.folder = folder;
    }

    /** @param folder the {@code lua} of a module's resources */
    static String read(Path folder, String file) throws IOException {
        return new Lua(folder).resolve(file);
    }

    private String resolve(String file) throws IOException {
        var text = new StringBuilder();
        for (var line : Files.readAllLines(folder.resolve(file))) {
            if (!line.startsWith(INCLUDE)) {
                text.append(line).append('\n');
            } else {
                var name = line.substring(INCLUDE.length()).strip();
                // What it includes itself comes before it, also where it is not needed again.
                var resolved = resolve("include/" + name + ".lua");
                text.append(included.add(name) ? resolved : "");
            }
        }
        return text.toString();
    }
}
