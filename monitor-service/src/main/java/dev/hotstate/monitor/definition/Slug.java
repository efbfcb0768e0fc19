package dev.hotstate.monitor.definition;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** A name as it appears in addresses: small letters, digits, underscores, and a dash for everything in between. */
public final class Slug {

    private static final Pattern FORM = Pattern.compile("[a-z0-9_]+(-[a-z0-9_]+)*");
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern OTHERS = Pattern.compile("[^a-z0-9_]+");
    private static final Pattern ENDS = Pattern.compile("^-|-$");

    private Slug() {}

    /** {@code Größe der Datei} → {@code gro-e-der-datei}; empty where nothing is left. */
    public static String of(String name) {
        var plain =
                MARKS.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD)).replaceAll("");
        var dashed = OTHERS.matcher(plain.toLowerCase(Locale.ROOT)).replaceAll("-");
        return ENDS.matcher(dashed).replaceAll("");
    }

    public static boolean isSlug(String text) {
        return FORM.matcher(text).matches();
    }
}
