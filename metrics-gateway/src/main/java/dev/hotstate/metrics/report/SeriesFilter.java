package dev.hotstate.metrics.report;

import dev.hotstate.metrics.observation.SeriesKind;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which series somebody looks for.
 *
 * @param kind null for all
 * @param words in lower case: each stands in the name or in the tags
 */
record SeriesFilter(@Nullable SeriesKind kind, List<String> words) {

    static SeriesFilter of(@Nullable SeriesKind kind, @Nullable String text) {
        var words = Stream.ofNullable(text)
                .flatMap(some -> Stream.of(some.toLowerCase(Locale.ROOT).split("\\s+")));
        return new SeriesFilter(kind, words.filter(word -> !word.isEmpty()).toList());
    }

    boolean admits(String label) {
        var series = SeriesKind.seriesOfLabel(label).toLowerCase(Locale.ROOT);
        return (kind == null || kind == SeriesKind.ofLabel(label))
                && words.stream().allMatch(series::contains);
    }
}
