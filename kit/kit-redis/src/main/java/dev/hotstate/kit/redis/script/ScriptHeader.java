package dev.hotstate.kit.redis.script;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The comment block that opens every script: {@code -- Label  text}, where a line that begins with more spaces goes on
 * with the label before it.
 *
 * @param fields the text of each label
 */
record ScriptHeader(Map<String, String> fields) {

    private static final Pattern LABELLED =
            Pattern.compile("^-- (Purpose|Keys|Args|Returns|Cost|Retry|Publishes) +(\\S.*)$");
    private static final Pattern CONTINUED = Pattern.compile("^-- {2,}(\\S.*)$");
    private static final Pattern STATUS_WORD = Pattern.compile("[A-Z][A-Z0-9_]*");

    static ScriptHeader of(String path, String lua) {
        var fields = new LinkedHashMap<String, String>();
        String label = null;
        for (var line : (Iterable<String>) lua.lines().takeWhile(l -> l.startsWith("--"))::iterator) {
            var labelled = LABELLED.matcher(line);
            var continued = CONTINUED.matcher(line);
            if (labelled.matches()) {
                label = labelled.group(1);
                fields.put(label, labelled.group(2));
            } else if (label != null && continued.matches()) {
                fields.merge(label, continued.group(1), (before, more) -> before + " " + more);
            } else {
                label = null;
            }
        }
        if (!fields.containsKey("Returns")) {
            throw new BrokenScript(path + " has no header line \"-- Returns  WORD ... | WORD ...\"");
        }
        return new ScriptHeader(fields);
    }

    /** The first word of each alternative of {@code Returns}. */
    Set<String> statusWords(String path) {
        var words = new TreeSet<String>();
        for (var alternative : fields.get("Returns").split("\\|")) {
            var word = alternative.strip().split("\\s", 2)[0];
            if (!STATUS_WORD.matcher(word).matches()) {
                throw new BrokenScript(
                        path + " returns \"" + alternative.strip() + "\", which begins with no status word");
            }
            words.add(word);
        }
        return words;
    }
}
