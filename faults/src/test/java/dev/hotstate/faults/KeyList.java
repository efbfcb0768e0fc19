package dev.hotstate.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The list of keys that operators read, as a test reads it: which keys may live without an end. */
final class KeyList {

    private static final Path FILE = Path.of("../docs/redis-keys.md");
    /** The keys of one service stand under its short name, those of all under other words. */
    private static final Pattern SECTION = Pattern.compile("^## (.*)$");
    /** The key first, how long it lives last. */
    private static final Pattern ROW = Pattern.compile("^\\|([^|]*)\\|.*\\|([^|]*)\\|$");

    private static final Pattern KEY = Pattern.compile("`(?:\\{env}:(?:[a-z]+|\\{app}):)?([^`]+)`");
    private static final Pattern WORD = Pattern.compile("[a-z_-]+");

    enum Life {
        ENDS,
        UNTIL_ITS_JOB_ENDS,
        HAS_NO_END
    }

    private record Entry(Pattern form, Life life) {}

    private final List<Entry> entries = new ArrayList<>();

    KeyList(List<String> lines) {
        var app = "";
        var above = Life.ENDS;
        for (var line : lines) {
            var section = SECTION.matcher(line);
            var row = ROW.matcher(line);
            if (section.matches()) {
                app = World.MODULES.containsKey(section.group(1)) ? section.group(1) : "[a-z]+";
            } else if (row.matches()) {
                above = add(app, row.group(1), row.group(2).strip(), above);
            }
        }
        if (entries.stream().noneMatch(entry -> entry.life() == Life.HAS_NO_END)) {
            throw new IllegalStateException("no key is permanent: is the list written in another way?");
        }
    }

    static KeyList read() throws IOException {
        return new KeyList(Files.readAllLines(FILE));
    }

    /** How long a key lives that no row knows: it has an end. */
    Life of(String key) {
        var afterEnv = key.substring(key.indexOf(':') + 1);
        return entries.stream()
                .filter(entry -> entry.form().matcher(afterEnv).matches())
                .map(Entry::life)
                .findFirst()
                .orElse(Life.ENDS);
    }

    /** Of several keys in a row each has a life of its own, or all have the same. */
    private Life add(String app, String keys, String lives, Life above) {
        var each = KEY.matcher(keys).results().map(MatchResult::group).toList();
        var words = lives.split(";");
        var first = "";
        var life = above;
        for (int number = 0; number < each.size(); number++) {
            var key = KEY.matcher(each.get(number)).replaceFirst("$1");
            var form = key.startsWith(":") ? first + key : key;
            first = number == 0 ? form : first;
            life = life(words[words.length == each.size() ? number : 0].strip(), above);
            entries.add(new Entry(Pattern.compile(app + ":" + form(form)), life));
        }
        return life;
    }

    private static Life life(String words, Life above) {
        if (words.startsWith("same")) {
            return above;
        }
        if (words.startsWith("none while")) {
            return Life.UNTIL_ITS_JOB_ENDS;
        }
        return words.startsWith("permanent") ? Life.HAS_NO_END : Life.ENDS;
    }

    /** Words stand for themselves, everything else for any id. */
    private static String form(String key) {
        return Arrays.stream(key.split(":"))
                .map(part -> WORD.matcher(part).matches() ? part : "[^:]+")
                .collect(Collectors.joining(":"));
    }
}
