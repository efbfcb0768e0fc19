package dev.hotstate.kit.testing.lua;

import dev.hotstate.kit.testing.lua.LuaToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Splits Lua 5.1 into tokens and drops its comments. Redis itself checks the syntax. */
final class LuaLexer {

    private static final Pattern TOKEN = Pattern.compile("""
            (?<comment>--\\[(?<level>=*)\\[.*?]\\k<level>]|--[^\\n]*)\
            |(?<longstring>\\[(?<depth>=*)\\[(?<long>.*?)]\\k<depth>])\
            |'(?<single>(?:\\\\.|[^'\\\\\\n])*)'\
            |"(?<double>(?:\\\\.|[^"\\\\\\n])*)"\
            |(?<name>[A-Za-z_]\\w*)\
            |(?<number>0[xX][0-9a-fA-F]+|\\d+\\.?\\d*(?:[eE][+-]?\\d+)?|\\.\\d+)\
            |(?<sign>\\.\\.\\.|\\.\\.|==|~=|<=|>=|[^\\s\\w])\
            """, Pattern.DOTALL);

    private LuaLexer() {}

    static List<LuaToken> tokens(String source) {
        var tokens = new ArrayList<LuaToken>();
        var matcher = TOKEN.matcher(source);
        int line = 1;
        int counted = 0;
        while (matcher.find()) {
            line += newLines(source, counted, matcher.start());
            counted = matcher.start();
            if (matcher.group("comment") != null) {
                continue;
            }
            if (matcher.group("name") != null) {
                tokens.add(new LuaToken(Kind.NAME, matcher.group("name"), line));
            } else if (matcher.group("number") != null) {
                tokens.add(new LuaToken(Kind.NUMBER, matcher.group("number"), line));
            } else if (matcher.group("sign") != null) {
                tokens.add(new LuaToken(Kind.SIGN, matcher.group("sign"), line));
            } else {
                var text = matcher.group("longstring") != null
                        ? matcher.group("long")
                        : matcher.group("single") != null ? matcher.group("single") : matcher.group("double");
                tokens.add(new LuaToken(Kind.STRING, text, line));
            }
        }
        return List.copyOf(tokens);
    }

    private static int newLines(String source, int from, int to) {
        return (int) source.substring(from, to).chars().filter(c -> c == '\n').count();
    }
}
