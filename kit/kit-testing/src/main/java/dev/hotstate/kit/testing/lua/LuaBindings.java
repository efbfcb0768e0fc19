package dev.hotstate.kit.testing.lua;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The {@code local} statements right below the header that give every key and argument its name.
 *
 * @param end the position of the first token after them
 */
record LuaBindings(Set<String> keys, Set<String> arguments, int end) {

    static LuaBindings in(List<LuaToken> tokens) {
        var keys = new LinkedHashSet<String>();
        var arguments = new LinkedHashSet<String>();
        int at = 0;
        while (at < tokens.size() && tokens.get(at).isName("local")) {
            int end = endOfStatement(tokens, at);
            var statement = tokens.subList(at, end);
            if (statement.stream().noneMatch(token -> token.isName("KEYS") || token.isName("ARGV"))) {
                break;
            }
            bind(statement, keys, arguments);
            at = end;
        }
        return new LuaBindings(keys, arguments, at);
    }

    private static void bind(List<LuaToken> statement, Set<String> keys, Set<String> arguments) {
        int assign = 1;
        while (assign < statement.size() && !statement.get(assign).isSign("=")) {
            assign++;
        }
        var names =
                statement.subList(1, assign).stream().filter(LuaToken::isName).toList();
        var expressions = LuaCalls.split(statement.subList(Math.min(assign + 1, statement.size()), statement.size()));
        for (int i = 0; i < Math.min(names.size(), expressions.size()); i++) {
            var expression = expressions.get(i);
            if (expression.getFirst().isSign("#")) {
                continue;
            }
            if (expression.stream().anyMatch(token -> token.isName("KEYS"))) {
                keys.add(names.get(i).text());
            } else if (expression.stream().anyMatch(token -> token.isName("ARGV"))) {
                arguments.add(names.get(i).text());
            }
        }
    }

    /** A statement ends where a line begins outside of brackets and not after a sign that asks for more. */
    private static int endOfStatement(List<LuaToken> tokens, int from) {
        var continuing = List.of(",", "=", "+", "-", "*", "/", "..");
        int depth = 0;
        for (int i = from + 1; i < tokens.size(); i++) {
            var before = tokens.get(i - 1);
            var token = tokens.get(i);
            boolean newLine = token.line() > before.line();
            boolean goesOn = depth > 0
                    || continuing.stream().anyMatch(before::isSign)
                    || before.isName("or")
                    || before.isName("and")
                    || token.isName("or")
                    || token.isName("and");
            if (newLine && !goesOn) {
                return i;
            }
            depth += token.isSign("(") || token.isSign("{") ? 1 : token.isSign(")") || token.isSign("}") ? -1 : 0;
        }
        return tokens.size();
    }
}
