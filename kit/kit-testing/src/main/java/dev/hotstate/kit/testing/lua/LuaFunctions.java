package dev.hotstate.kit.testing.lua;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which functions a file defines and where each one ends. */
final class LuaFunctions {

    /** A function from its keyword to its end; an anonymous one has an empty name. */
    record Function(String name, List<String> parameters, int from, int to) {

        boolean contains(int position) {
            return from <= position && position <= to;
        }
    }

    private final List<Function> functions = new ArrayList<>();

    private LuaFunctions() {}

    static LuaFunctions in(List<LuaToken> tokens) {
        var found = new LuaFunctions();
        var blocks = new ArrayDeque<Integer>();
        for (int i = 0; i < tokens.size(); i++) {
            var token = tokens.get(i);
            if (!token.isName()) {
                continue;
            }
            switch (token.text()) {
                case "function", "if", "do", "repeat" -> blocks.push(i);
                case "end", "until" -> {
                    if (!blocks.isEmpty()) {
                        int from = blocks.pop();
                        if (tokens.get(from).isName("function")) {
                            found.functions.add(function(tokens, from, i));
                        }
                    }
                }
                default -> {}
            }
        }
        return found;
    }

    private static Function function(List<LuaToken> tokens, int from, int to) {
        boolean named = from + 1 < tokens.size() && tokens.get(from + 1).isName();
        var name = "";
        if (named) {
            name = tokens.get(from + 1).text();
        } else if (from >= 2
                && tokens.get(from - 1).isSign("=")
                && tokens.get(from - 2).isName()) {
            name = tokens.get(from - 2).text();
        }
        var parameters = LuaCalls.arguments(tokens, named ? from + 2 : from + 1).stream()
                .map(parameter -> parameter.getFirst().text())
                .toList();
        return new Function(name, parameters, from, to);
    }

    List<Function> all() {
        return functions;
    }

    /** The innermost function around a position; functions are listed inside out. */
    Optional<Function> around(int position) {
        return functions.stream()
                .filter(function -> function.contains(position))
                .findFirst();
    }
}
