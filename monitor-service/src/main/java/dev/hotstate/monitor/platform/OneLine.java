package dev.hotstate.monitor.platform;

import java.util.regex.Pattern;

/** What names of things must be, so that they read everywhere as they were written, and what is made of other texts. */
public final class OneLine {

    public static final String RULE = "must be one line, without signs that turn the direction of writing";

    private static final Pattern TEXT =
            Pattern.compile("[^\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*");

    private OneLine() {}

    public static boolean isOneLine(String text) {
        return TEXT.matcher(text).matches();
    }

    /**
     * What somebody else said, as such a line: it may come from a target or a receiver, and goes to Postgres, which refuses NUL, and to
     * people. Other signs than a line may have become spaces, and half a sign a question mark.
     *
     * @param lengthMax where it is cut
     */
    public static String of(String text, int lengthMax) {
        if (text.isEmpty()) {
            return text;
        }
        var line = new StringBuilder();
        text.codePoints()
                .map(OneLine::inLine)
                .takeWhile(sign -> line.length() + Character.charCount(sign) <= lengthMax)
                .forEachOrdered(line::appendCodePoint);
        return line.toString();
    }

    private static int inLine(int sign) {
        if (Character.getType(sign) == Character.SURROGATE) {
            return '?';
        }
        return isOneLine(Character.toString(sign)) ? sign : ' ';
    }
}
