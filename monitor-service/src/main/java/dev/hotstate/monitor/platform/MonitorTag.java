package dev.hotstate.monitor.platform;

import java.util.regex.Pattern;

/** The form of the tags by which channels and maintenance windows choose monitors: what one can carry, all can name. */
public final class MonitorTag {

    public static final String FORM = "[\\p{L}\\p{N}][\\p{L}\\p{N}._:=/-]{0,49}";

    public static final String RULE =
            "must be at most 50 letters and digits in one word, with . _ : = / or - after the first";

    private static final Pattern TAG = Pattern.compile(FORM);

    private MonitorTag() {}

    public static boolean isTag(String text) {
        return TAG.matcher(text).matches();
    }
}
