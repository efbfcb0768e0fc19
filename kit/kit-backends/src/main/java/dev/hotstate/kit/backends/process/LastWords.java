package dev.hotstate.kit.backends.process;

import java.util.List;
import java.util.regex.Pattern;

/** The end of a log without the frames of stack traces: they would push the reason out of sight. */
final class LastWords {

    private static final Pattern FRAME = Pattern.compile("\\s+(at .*|\\.\\.\\. \\d+ more)");

    private LastWords() {}

    static List<String> of(List<String> log, int linesMax) {
        var words = log.stream().filter(line -> !FRAME.matcher(line).matches()).toList();
        return words.subList(Math.max(0, words.size() - linesMax), words.size());
    }
}
