package dev.hotstate.deploy.observability;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The series that an expression reads under one name, and what their labels have to be for it. */
record Selector(String name, Set<Matcher> matchers) {

    private static final Pattern RANGE = Pattern.compile("\\[[^\\]]*]");
    private static final Pattern GROUPING =
            Pattern.compile("\\b(by|on|without|ignoring|group_left|group_right) *\\(([^)]*)\\)");
    private static final Pattern SERIES = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*+)(?! *\\()(\\{[^}]*})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+) *(=~|!=|!~|=) *\"([^\"]*)\"");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

    record Matcher(String label, String operator, String value) {

        /** What is to be left out need not have happened; the label has to exist all the same. */
        boolean accepts(Map<String, String> labels) {
            var found = labels.get(label);
            return found != null
                    && switch (operator) {
                        case "=" -> found.equals(value);
                        case "=~" -> found.matches(value);
                        default -> true;
                    };
        }

        static Stream<Matcher> in(String braces) {
            return MATCHER.matcher(braces)
                    .results()
                    .map(match -> new Matcher(match.group(1), match.group(2), match.group(3)));
        }
    }

    /** All series that it reads have the labels by which it groups. */
    static Set<Selector> in(String expression) {
        var groupings = GROUPING.matcher(expression)
                .results()
                .filter(match -> match.group(1).equals("by") || match.group(1).equals("on"))
                .flatMap(match -> Stream.of(match.group(2).split("[ ,]+")))
                .filter(label -> !label.isEmpty())
                .map(label -> new Matcher(label, "!=", ""))
                .collect(Collectors.toSet());
        var withoutGroupings = GROUPING.matcher(expression).replaceAll(" ");
        return SERIES.matcher(RANGE.matcher(withoutGroupings).replaceAll(" "))
                .results()
                .filter(match -> !WORDS.contains(match.group(1)))
                .map(match -> new Selector(match.group(1), groupings)
                        .with(
                                match.group(2) == null
                                        ? Set.of()
                                        : Matcher.in(match.group(2)).collect(Collectors.toSet())))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Made by a rule, whose names are told by their colons. */
    boolean isRecorded() {
        return name.contains(":");
    }

    Selector with(Set<Matcher> more) {
        var all = new HashSet<>(matchers);
        all.addAll(more);
        return new Selector(name, Set.copyOf(all));
    }

    boolean selects(String series, Map<String, String> labels) {
        return name.equals(series) && matchers.stream().allMatch(matcher -> matcher.accepts(labels));
    }
}
