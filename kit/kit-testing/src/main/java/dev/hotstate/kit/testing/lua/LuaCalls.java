package dev.hotstate.kit.testing.lua;

import java.util.ArrayList;
import java.util.List;

/** Finds calls and their arguments in a list of tokens. */
final class LuaCalls {

    /** A call: the position of its first token, and the tokens of each argument. */
    record Call(String function, int position, int line, List<List<LuaToken>> arguments) {}

    private LuaCalls() {}

    /** Every {@code redis.call(...)} and {@code redis.pcall(...)}. */
    static List<Call> toRedis(List<LuaToken> tokens) {
        var calls = new ArrayList<Call>();
        for (int i = 0; i + 3 < tokens.size(); i++) {
            var method = tokens.get(i + 2);
            if (tokens.get(i).isName("redis")
                    && tokens.get(i + 1).isSign(".")
                    && (method.isName("call") || method.isName("pcall"))
                    && tokens.get(i + 3).isSign("(")) {
                calls.add(new Call("redis." + method.text(), i, tokens.get(i).line(), arguments(tokens, i + 3)));
            }
        }
        return calls;
    }

    /** Every call of a plain function, definitions excluded. */
    static List<Call> toFunctions(List<LuaToken> tokens) {
        var calls = new ArrayList<Call>();
        for (int i = 0; i + 1 < tokens.size(); i++) {
            boolean plain = i == 0
                    || !(tokens.get(i - 1).isSign(".")
                            || tokens.get(i - 1).isSign(":")
                            || tokens.get(i - 1).isName("function"));
            if (plain && tokens.get(i).isName() && tokens.get(i + 1).isSign("(")) {
                calls.add(new Call(tokens.get(i).text(), i, tokens.get(i).line(), arguments(tokens, i + 1)));
            }
        }
        return calls;
    }

    /** The comma-separated parts between the bracket at that position and the one that closes it. */
    static List<List<LuaToken>> arguments(List<LuaToken> tokens, int open) {
        return split(tokens.subList(open + 1, closing(tokens, open)));
    }

    /** The comma-separated parts of a list of expressions. */
    static List<List<LuaToken>> split(List<LuaToken> expressions) {
        var parts = new ArrayList<List<LuaToken>>();
        var current = new ArrayList<LuaToken>();
        int depth = 0;
        for (var token : expressions) {
            depth += depthChange(token);
            if (depth == 0 && token.isSign(",")) {
                parts.add(List.copyOf(current));
                current.clear();
            } else {
                current.add(token);
            }
        }
        if (!current.isEmpty()) {
            parts.add(List.copyOf(current));
        }
        return parts;
    }

    private static int closing(List<LuaToken> tokens, int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += depthChange(tokens.get(i));
            if (depth == 0) {
                return i;
            }
        }
        return tokens.size();
    }

    private static int depthChange(LuaToken token) {
        if (token.isSign("(") || token.isSign("{") || token.isSign("[")) {
            return 1;
        }
        return token.isSign(")") || token.isSign("}") || token.isSign("]") ? -1 : 0;
    }
}
