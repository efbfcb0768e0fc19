package dev.hotstate.dag.condition;

import dev.hotstate.dag.condition.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts the text of a condition into tokens. */
final class Lexer {

    private static final Pattern SPACE = Pattern.compile("[ \\t\\r\\n]*+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*+");
    private static final Pattern NUMBER =
            Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]{1,3})?");
    private static final Pattern SYMBOL = Pattern.compile("\\|\\||&&|==|!=|<=|>=|[<>!()\\[\\].,]");

    private final String text;
    private final Matcher matcher;
    private int at;

    private Lexer(String text) {
        this.text = text;
        this.matcher = SPACE.matcher(text);
    }

    static List<Token> tokens(String text) {
        var lexer = new Lexer(text);
        var tokens = new ArrayList<Token>();
        do {
            tokens.add(lexer.next());
        } while (tokens.getLast().kind() != Kind.END);
        return tokens;
    }

    private Token next() {
        take(SPACE);
        int column = at + 1;
        if (at == text.length()) {
            return new Token(Kind.END, "", column);
        }
        if (text.charAt(at) == '\'' || text.charAt(at) == '"') {
            return new Token(Kind.STRING, string(), column);
        }
        if (take(NAME)) {
            return new Token(Kind.NAME, matcher.group(), column);
        }
        if (take(NUMBER)) {
            return new Token(Kind.NUMBER, matcher.group(), column);
        }
        if (take(SYMBOL)) {
            return new Token(Kind.SYMBOL, matcher.group(), column);
        }
        throw new SyntaxProblem("'%s' has no meaning here".formatted(Character.toString(text.codePointAt(at))), column);
    }

    private boolean take(Pattern pattern) {
        boolean found = matcher.usePattern(pattern).region(at, text.length()).lookingAt();
        if (found) {
            at = matcher.end();
        }
        return found;
    }

    private String string() {
        int start = at;
        char quote = text.charAt(at++);
        var value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            char read = text.charAt(at++);
            value.append(read == '\\' ? escaped() : read);
        }
        if (at == text.length()) {
            throw new SyntaxProblem("This string does not end", start + 1);
        }
        at++;
        return value.toString();
    }

    private char escaped() {
        char escape = at < text.length() ? text.charAt(at++) : ' ';
        return switch (escape) {
            case '\\', '\'', '"' -> escape;
            case 'n' -> '\n';
            case 't' -> '\t';
            default -> throw new SyntaxProblem("After a backslash only \\ ' \" n t are known", at);
        };
    }
}
