package dev.hotstate.kit.testing.lua;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All Lua files below one folder, and how they include each other. */
final class LuaFolder {

    private final Map<String, LuaFile> files = new LinkedHashMap<>();

    static LuaFolder read(Path root) {
        var folder = new LuaFolder();
        try (var paths = Files.walk(root)) {
            paths.filter(path -> path.toString().endsWith(".lua"))
                    .sorted()
                    .map(path -> LuaFile.read(root, path))
                    .forEach(file -> folder.files.put(file.name(), file));
        } catch (IOException e) {
            throw new UncheckedIOException("no Lua folder " + root, e);
        }
        return folder;
    }

    List<LuaFile> files() {
        return List.copyOf(files.values());
    }

    List<LuaFile> scripts() {
        return files.values().stream().filter(file -> !file.isInclude()).toList();
    }

    LuaFile file(String name) {
        return Optional.ofNullable(files.get(name))
                .orElseThrow(() -> new IllegalArgumentException("no script " + name + " among " + files.keySet()));
    }

    Optional<LuaFile> include(String name) {
        return Optional.ofNullable(files.get("include/" + name + ".lua"));
    }

    /** The files that a file includes, directly or not, each once, in the order in which they are needed. */
    List<LuaFile> includedBy(LuaFile file) {
        var found = new LinkedHashSet<LuaFile>();
        collect(file, found, new ArrayList<>());
        found.remove(file);
        return List.copyOf(found);
    }

    private void collect(LuaFile file, LinkedHashSet<LuaFile> found, List<LuaFile> path) {
        if (path.contains(file)) {
            return;
        }
        path.add(file);
        file.includes().forEach(include -> include(include.name()).ifPresent(next -> collect(next, found, path)));
        path.removeLast();
        found.add(file);
    }

    /** The way back to a file through its includes; empty when there is none. */
    Optional<String> cycle(LuaFile file) {
        return cycle(file, file, new ArrayList<>());
    }

    private Optional<String> cycle(LuaFile start, LuaFile at, List<LuaFile> path) {
        path.add(at);
        for (var include : at.includes()) {
            var next = include(include.name());
            if (next.isPresent() && next.get().equals(start)) {
                return Optional.of(path.stream().map(LuaFile::name).collect(joining(" -> ")) + " -> " + start.name());
            }
            if (next.isPresent() && !path.contains(next.get())) {
                var found = cycle(start, next.get(), path);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        path.removeLast();
        return Optional.empty();
    }

    /** The text as Redis gets it: every include once, in place of the line that asks for it first. */
    String resolved(LuaFile file) {
        return resolved(file, new LinkedHashSet<>());
    }

    private String resolved(LuaFile file, LinkedHashSet<LuaFile> seen) {
        seen.add(file);
        return file.lines().stream()
                .map(line -> {
                    if (!LuaFile.isIncludeLine(line)) {
                        return line;
                    }
                    var name = LuaFile.of("", line).includes().getFirst().name();
                    return include(name)
                            .filter(next -> !seen.contains(next))
                            .map(next -> resolved(next, seen))
                            .orElse("");
                })
                .collect(joining("\n"));
    }
}
