package dev.hotstate.dag.importer;

import dev.hotstate.dag.graph.GraphCheck;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes task ids of foreign ones: what follows the last dot, if that is an id; else the first word and the number at the end. The
 * same sequence of foreign ids gives the same ids, so that an import can be repeated.
 */
final class ShortIds {

    private static final int WORD_MAX = 20;
    private static final Pattern FOREIGN = Pattern.compile("[^A-Za-z0-9_-]+");
    private static final Pattern FIRST_WORD = Pattern.compile("[A-Za-z0-9]+");
    private static final Pattern NUMBER_AT_END = Pattern.compile("(?:ID)?[0-9]{1,12}$");

    private final Set<String> taken = new HashSet<>();
    /** By the beginning of an id the first number that may be free: a document may hold the same id a hundred thousand times. */
    private final Map<String, Integer> numbers = new HashMap<>();

    String of(String foreign) {
        var id = candidate(foreign);
        if (taken.add(id)) {
            return id;
        }
        var begin = id.substring(0, Math.min(id.length(), 40 - 8));
        int number = numbers.getOrDefault(begin, 2);
        while (!taken.add(begin + "_" + number)) {
            number++;
        }
        numbers.put(begin, number + 1);
        return begin + "_" + number;
    }

    private static String candidate(String foreign) {
        var end = foreign.substring(foreign.lastIndexOf('.') + 1);
        var plain = FOREIGN.matcher(end.isEmpty() ? foreign : end).replaceAll("_");
        return GraphCheck.isTaskId(plain) ? plain : wordAndNumber(plain);
    }

    private static String wordAndNumber(String plain) {
        var word = FIRST_WORD.matcher(plain);
        var number = NUMBER_AT_END.matcher(plain);
        var begin = word.find() ? word.group() : "task";
        return begin.substring(0, Math.min(WORD_MAX, begin.length())) + (number.find() ? "_" + number.group() : "");
    }
}
