package dev.hotstate.metrics.decision;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A strict reader of structured lists of strings with integer parameters (RFC 9651), as the fields of the draft are. */
final class StructuredList {

    record Member(String text, Map<String, Long> parameters) {}

    private final String input;
    private int at;

    private StructuredList(String input) {
        this.input = input;
    }

    static List<Member> parse(String input) {
        return new StructuredList(input).list();
    }

    private List<Member> list() {
        var members = new ArrayList<Member>();
        while (true) {
            members.add(new Member(string(), parameters()));
            skipSpace();
            if (at == input.length()) {
                return members;
            }
            expect(',');
            skipSpace();
        }
    }

    private String string() {
        expect('"');
        var text = new StringBuilder();
        while (peek() != '"') {
            char next = input.charAt(at++);
            if (next < 0x20 || next > 0x7E) {
                throw broken();
            }
            text.append(next == '\\' ? input.charAt(at++) : next);
        }
        at++;
        return text.toString();
    }

    private Map<String, Long> parameters() {
        var parameters = new LinkedHashMap<String, Long>();
        while (at < input.length() && peek() == ';') {
            at++;
            skipSpace();
            var key = taken("[a-z*][a-z0-9_.*-]*");
            expect('=');
            parameters.put(key, Long.parseLong(taken("-?[0-9]{1,15}")));
        }
        return parameters;
    }

    private String taken(String pattern) {
        var matcher = Pattern.compile(pattern).matcher(input).region(at, input.length());
        if (!matcher.lookingAt()) {
            throw broken();
        }
        at = matcher.end();
        return matcher.group();
    }

    private void skipSpace() {
        while (at < input.length() && peek() == ' ') {
            at++;
        }
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw broken();
        }
        at++;
    }

    private char peek() {
        if (at >= input.length()) {
            throw broken();
        }
        return input.charAt(at);
    }

    private IllegalArgumentException broken() {
        return new IllegalArgumentException("no structured list at position " + at + ": " + input);
    }
}
