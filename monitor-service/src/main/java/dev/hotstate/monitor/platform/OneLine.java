package dev.hotstate.monitor.platform;

import java.util.regex.Pattern;

/** What names of things must be, so that they read everywhere as they were written. */
public final class OneLine {

    public static final String RULE = "must be one line, without signs that turn the direction of writing";

    private static final Pattern TEXT =
            Pattern.compile("[^\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*");

    private OneLine() {}

    public static boolean isOneLine(String text) {
        return TEXT.matcher(text).matches();
    }
}
