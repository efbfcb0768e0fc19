package dev.hotstate.kit.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Lua from the classpath. A line {@code -- @include now_ms} stands for the text of
 * {@code lua/include/now_ms.lua}; a file that is included twice is taken once.
 */
final class LuaFiles {

    private static final Pattern INCLUDE = Pattern.compile("^-- @include\\s+(\\S+)\\s*$");
    private static final Pattern INCLUDE_NAME = Pattern.compile("[a-z][a-z0-9_]*");

    private final Deque<String> path = new ArrayDeque<>();
    private final Set<String> included = new HashSet<>();

    private LuaFiles() {}

    static String read(String resource) {
        return new LuaFiles().resolve(resource);
    }

    private String resolve(String resource) {
        if (path.contains(resource)) {
            throw new BrokenScript("include cycle: " + pathTo(resource));
        }
        path.addLast(resource);
        var resolved = new StringBuilder();
        for (var line : (Iterable<String>) text(resource).lines()::iterator) {
            var include = INCLUDE.matcher(line);
            resolved.append(include.matches() ? include(include) : line + "\n");
        }
        path.removeLast();
        return resolved.toString();
    }

    private String include(Matcher include) {
        var name = include.group(1);
        if (!INCLUDE_NAME.matcher(name).matches()) {
            throw new BrokenScript("include \"" + name + "\" is not a plain name: " + pathTo(name));
        }
        var resource = "lua/include/" + name + ".lua";
        var text = resolve(resource);
        return included.add(resource) ? text : "";
    }

    private String text(String resource) {
        // The context loader first: in dev mode it sees the service's edited files.
        var loader = Thread.currentThread().getContextClassLoader();
        try (var file = (loader == null ? LuaFiles.class.getClassLoader() : loader).getResourceAsStream(resource)) {
            if (file == null) {
                throw new BrokenScript("missing Lua file: " + String.join(" -> ", path));
            }
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + resource, e);
        }
    }

    private String pathTo(String last) {
        return String.join(" -> ", path) + " -> " + last;
    }
}
