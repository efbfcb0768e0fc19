package dev.hotstate.kit.testing.lua;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The comment at the top of a script: its contract, field by field. A field goes on in lines that are indented. */
record LuaHeader(Map<String, String> fields, int lines) {

    private static final Pattern FIELD =
            Pattern.compile("-- (Purpose|Keys|Args|Returns|Cost|Retry|Publishes)\\b\\s*(.*)");
    private static final Pattern CONTINUATION = Pattern.compile("--\\s{2,}(\\S.*)");
    private static final Pattern STATUS_WORD = Pattern.compile("[A-Z][A-Z0-9_]*");

    static LuaHeader of(List<String> lines) {
        var fields = new LinkedHashMap<String, String>();
        var current = "";
        int n = 0;
        for (; n < lines.size() && lines.get(n).startsWith("--"); n++) {
            var field = FIELD.matcher(lines.get(n));
            var continuation = CONTINUATION.matcher(lines.get(n));
            if (field.matches()) {
                current = field.group(1);
                fields.put(current, field.group(2).strip());
            } else if (continuation.matches() && !current.isEmpty()) {
                fields.merge(current, continuation.group(1).strip(), (a, b) -> a + " " + b);
            } else {
                current = "";
            }
        }
        return new LuaHeader(fields, n);
    }

    String field(String name) {
        return fields.getOrDefault(name, "");
    }

    /** The first word of each alternative in {@code TASKS id... | EMPTY}. */
    Set<String> statusWords() {
        var words = new LinkedHashSet<String>();
        for (var alternative : field("Returns").split("\\s*\\|\\s*")) {
            var word = alternative.split("[\\s,;:]", 2)[0];
            if (STATUS_WORD.matcher(word).matches()) {
                words.add(word);
            }
        }
        return words;
    }
}
