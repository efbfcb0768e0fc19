package dev.hotstate.metrics.statsd;

import dev.hotstate.metrics.statsd.StatsdPoint.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads a line such as {@code page.views:1|c|@0.1|#country:de}. Tags may stand at its end (DogStatsD) or in the name: {@code
 * name#a=b}, {@code name,a=b}, {@code name[a=b]}; two kinds in one line contradict each other.
 */
final class StatsdLine {

    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d{1,3})?");
    /** A colon then is no beginning of another value with a type of its own. */
    private static final Pattern DOGSTATSD = Pattern.compile("\\|(#|c:|card:|T\\d)");

    private static final int VALUES_MAX = 1_000;
    /** A value that is larger is no measurement; added up, such ones would leave what a number can hold. */
    private static final double NUMBER_MAX = 1e15;
    /** One in a million. */
    private static final double RATE_MIN = 1e-6;

    private StatsdLine() {}

    /** A line that says nothing that can be understood. */
    static final class Malformed extends Exception {
        Malformed(String reason) {
            super(reason, null, false, false);
        }
    }

    /** Events and checks of DogStatsD: well formed, and no measurements. */
    static boolean isNoMeasurement(String line) {
        return line.startsWith("_e{") || line.startsWith("_sc|");
    }

    static List<StatsdPoint> parse(String line) throws Malformed {
        int colon = endOfName(line);
        var tags = new LinkedHashMap<String, String>();
        var name = nameOf(line.substring(0, colon), tags);
        require(!name.isBlank(), "there is no name");
        var rest = line.substring(colon + 1);
        int bar = rest.indexOf('|');
        require(bar > 0, "there is no type");
        boolean oneType =
                DOGSTATSD.matcher(rest).find() || rest.substring(0, bar).indexOf(':') >= 0;
        var points = new ArrayList<StatsdPoint>();
        for (var part : oneType ? List.of(rest) : List.of(rest.split(":", VALUES_MAX))) {
            addPoints(name, part, tags, points);
        }
        return points;
    }

    /** In brackets a colon may be part of a tag. */
    private static int endOfName(String line) throws Malformed {
        int bracket = line.indexOf('[');
        int colon = line.indexOf(':');
        if (bracket >= 0 && bracket < colon) {
            int close = line.indexOf(']', bracket);
            require(close > 0, "a bracket is open");
            colon = line.indexOf(':', close);
        }
        require(colon > 0, "there is no name or no value");
        return colon;
    }

    private static String nameOf(String text, Map<String, String> tags) throws Malformed {
        int bracket = text.indexOf('[');
        int close = text.indexOf(']');
        if (bracket >= 0 && close > bracket) {
            readTags(text.substring(bracket + 1, close), "=", tags);
            return text.substring(0, bracket) + text.substring(close + 1);
        }
        int separator = text.indexOf('#') > 0 ? text.indexOf('#') : text.indexOf(',');
        if (separator > 0) {
            readTags(text.substring(separator + 1), "=", tags);
            return text.substring(0, separator);
        }
        return text;
    }

    /** {@code 1:2|ms|@0.5|#a:b}: values, type, and what follows. */
    private static void addPoints(String name, String part, Map<String, String> nameTags, List<StatsdPoint> points)
            throws Malformed {
        var fields = part.split("\\|", -1);
        require(fields.length >= 2, "there is no type");
        var type = type(fields[1]);
        double rate = 1;
        var tags = new LinkedHashMap<>(nameTags);
        for (int i = 2; i < fields.length; i++) {
            var field = fields[i];
            if (field.startsWith("@")) {
                rate = rate(field.substring(1));
            } else if (field.startsWith("#")) {
                require(nameTags.isEmpty(), "tags stand in the name and behind it");
                readTags(field.substring(1), ":", tags);
            } else {
                // The container (c:), the time (T) and the cardinality (card:) of DogStatsD say nothing that is
                // counted.
                require(
                        field.startsWith("c:") || field.startsWith("T") || field.startsWith("card:"),
                        "a field is unknown");
            }
        }
        for (var value : type == Type.SET ? new String[] {fields[0]} : fields[0].split(":", VALUES_MAX)) {
            points.add(new StatsdPoint(name, type, value, number(type, value), rate, Map.copyOf(tags)));
        }
    }

    private static Type type(String word) throws Malformed {
        return switch (word) {
            case "c", "m" -> Type.COUNTER;
            case "g" -> Type.GAUGE;
            case "s" -> Type.SET;
            case "ms" -> Type.TIMER;
            case "h", "d" -> Type.VALUES;
            default -> throw new Malformed("the type is unknown");
        };
    }

    private static double rate(String text) throws Malformed {
        require(NUMBER.matcher(text).matches(), "the rate is no number");
        double rate = Double.parseDouble(text);
        require(rate >= RATE_MIN && rate <= 1, "the rate is not 0.000001 to 1");
        return rate;
    }

    private static double number(Type type, String text) throws Malformed {
        if (type == Type.SET) {
            require(!text.isEmpty() && text.length() <= 200, "a member has 1 to 200 characters");
            return 0;
        }
        require(NUMBER.matcher(text).matches(), "a value is no number");
        double number = Double.parseDouble(text);
        require(Math.abs(number) <= NUMBER_MAX, "a value is too large");
        require(type == Type.GAUGE || number >= 0, "only a gauge may be negative");
        return number;
    }

    /** Without a value a tag is one that is there. */
    private static void readTags(String text, String separator, Map<String, String> tags) throws Malformed {
        for (var tag : text.split(",")) {
            if (tag.isBlank()) {
                continue;
            }
            int at = tag.indexOf(separator);
            require(at != 0, "a tag has no name");
            tags.put(at < 0 ? tag : tag.substring(0, at), at < 0 ? "true" : tag.substring(at + 1));
        }
    }

    private static void require(boolean holds, String otherwise) throws Malformed {
        if (!holds) {
            throw new Malformed(otherwise);
        }
    }
}
