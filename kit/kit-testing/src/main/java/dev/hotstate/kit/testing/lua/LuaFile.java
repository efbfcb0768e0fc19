package dev.hotstate.kit.testing.lua;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** One file below {@code lua/}: a script, or a shared function below {@code lua/include/}. */
record LuaFile(String name, List<String> lines, LuaHeader header, List<LuaToken> tokens, List<Include> includes) {

    private static final Pattern INCLUDE = Pattern.compile("--\\s*@include\\s+(\\S+)\\s*");

    /** {@code -- @include name} on a line of its own stands for {@code lua/include/name.lua}. */
    record Include(String name, int line) {}

    static LuaFile read(Path root, Path file) {
        try {
            return of(root.relativize(file).toString().replace('\\', '/'), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static LuaFile of(String name, String source) {
        var lines = source.lines().toList();
        var includes = new ArrayList<Include>();
        for (int i = 0; i < lines.size(); i++) {
            var matcher = INCLUDE.matcher(lines.get(i));
            if (matcher.matches()) {
                includes.add(new Include(matcher.group(1), i + 1));
            }
        }
        return new LuaFile(name, lines, LuaHeader.of(lines), LuaLexer.tokens(source), List.copyOf(includes));
    }

    boolean isInclude() {
        return name.startsWith("include/");
    }

    static boolean isIncludeLine(String line) {
        return INCLUDE.matcher(line).matches();
    }

    /** Lines that do something: neither blank nor comment only. */
    long codeLines() {
        return lines.stream()
                .filter(line -> !line.isBlank() && !line.stripLeading().startsWith("--"))
                .count();
    }
}
