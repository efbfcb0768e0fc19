package dev.hotstate.local;

import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.PrintStream;

/** What a process said before it died, under the line that says that it did. */
final class LastWords {

    private static final int LINES_MAX = 12;

    private LastWords() {}

    static void print(ChildProcess process, PrintStream out) {
        process.lastWords(LINES_MAX).forEach(line -> out.println("    " + line));
    }
}
