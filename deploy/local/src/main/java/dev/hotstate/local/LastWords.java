package dev.hotstate.local;

import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.PrintStream;
import java.util.List;
import java.util.regex.Pattern;

/** The end of a log without the frames of stack traces: they would push the reason out of sight. */
final class LastWords {

    private static final int LINES_MAX = 12;
    private static final int LINES_READ = 400;
    private static final Pattern FRAME = Pattern.compile("\\s+(at .*|\\.\\.\\. \\d+ more)");

    private LastWords() {}

    static void print(ChildProcess process, PrintStream out) {
        of(process.logTail(LINES_READ)).forEach(line -> out.println("    " + line));
    }

    static List<String> of(List<String> log) {
        var words = log.stream().filter(line -> !FRAME.matcher(line).matches()).toList();
        return words.subList(Math.max(0, words.size() - LINES_MAX), words.size());
    }
}
