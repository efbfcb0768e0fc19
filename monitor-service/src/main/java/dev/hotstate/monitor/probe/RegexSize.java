package dev.hotstate.monitor.probe;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How large an expression is with its counted repeats written out, as RE2 does: {@code ((a{100}){100})} is ten thousand
 * steps in fourteen characters. An estimate from above: what looks like a repeat counts as one.
 */
final class RegexSize {

    private static final long MODEST = 1_000;

    private final String regex;
    private final Deque<Long> outer = new ArrayDeque<>();
    private long sum;
    private long last;
    private int at;

    private RegexSize(String regex) {
        this.regex = regex;
    }

    static boolean isModest(String regex) {
        return new RegexSize(regex).measure() <= MODEST;
    }

    private long measure() {
        while (at < regex.length() && sum + last <= MODEST) {
            step(regex.charAt(at));
        }
        return sum + last + outer.stream().mapToLong(Long::longValue).sum();
    }

    private void step(char character) {
        switch (character) {
            case '\\' -> {
                atom(1);
                at += 2;
            }
            case '[' -> {
                atom(1);
                at = endOfClass();
            }
            case '(' -> {
                outer.push(sum + last);
                sum = 0;
                last = 0;
                at++;
            }
            case ')' -> {
                last = sum + last;
                sum = outer.isEmpty() ? 0 : outer.pop();
                at++;
            }
            case '{' -> repeat();
            default -> {
                atom(1);
                at++;
            }
        }
    }

    private void atom(long size) {
        sum += last;
        last = size;
    }

    private int endOfClass() {
        // A bracket right behind the beginning belongs to the class.
        int from = regex.startsWith("[^", at) ? at + 3 : at + 2;
        int end = regex.indexOf(']', from);
        return end < 0 ? regex.length() : end + 1;
    }

    /** Of the atom before: {@code {3}}, {@code {3,}}, {@code {3,5}}. */
    private void repeat() {
        int end = regex.indexOf('}', at);
        if (end < 0) {
            atom(1);
            at++;
            return;
        }
        long most = 1;
        for (var bound : regex.substring(at + 1, end).split(",")) {
            if (!bound.isEmpty() && bound.length() <= 4 && bound.chars().allMatch(Character::isDigit)) {
                most = Math.max(most, Long.parseLong(bound));
            }
        }
        last = Math.max(1, last) * most;
        at = end + 1;
    }
}
