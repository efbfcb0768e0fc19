package dev.hotstate.metrics.envoy;

import java.util.List;

/** A value with stars, each of which stands for any text. */
record ValuePattern(List<String> parts) {

    private static final String STAR = "*";

    static boolean isOne(String value) {
        return value.contains(STAR);
    }

    static ValuePattern of(String value) {
        return new ValuePattern(List.of(value.split("\\*", -1)));
    }

    boolean matches(String value) {
        var first = parts.getFirst();
        var last = parts.getLast();
        if (value.length() < first.length() + last.length() || !value.startsWith(first) || !value.endsWith(last)) {
            return false;
        }
        int from = first.length();
        int end = value.length() - last.length();
        for (var part : parts.subList(1, parts.size() - 1)) {
            int at = value.indexOf(part, from);
            if (at < 0 || at + part.length() > end) {
                return false;
            }
            from = at + part.length();
        }
        return true;
    }
}
