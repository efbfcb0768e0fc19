package dev.hotstate.monitor.probe;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Status codes that count as success, as text: {@code 200-299,304}. */
@Schema(type = SchemaType.STRING, examples = "200-299,304")
public record StatusRanges(@JsonValue String text, List<Range> ranges) {

    /** From 200 on: what is below announces an answer and is none. */
    private static final Pattern FORM =
            Pattern.compile("[2-5]\\d\\d(-[2-5]\\d\\d)?(,[2-5]\\d\\d(-[2-5]\\d\\d)?){0,19}");

    public static final StatusRanges SUCCESS = of("200-299");

    public record Range(int first, int last) {}

    /** Not from JSON: an object there would bring ranges that nobody has checked, or none at all. */
    @JsonCreator(mode = JsonCreator.Mode.DISABLED)
    public StatusRanges {}

    /** Text that has not the form matches no status; {@link #isWellFormed} tells. */
    @JsonCreator
    public static StatusRanges of(String text) {
        var compact = text.replace(" ", "");
        return new StatusRanges(compact, FORM.matcher(compact).matches() ? parse(compact) : List.of());
    }

    public boolean isWellFormed() {
        return !ranges.isEmpty() && ranges.stream().allMatch(range -> range.first <= range.last);
    }

    public boolean contain(int status) {
        for (var range : ranges) {
            if (range.first <= status && status <= range.last) {
                return true;
            }
        }
        return false;
    }

    private static List<Range> parse(String text) {
        return Arrays.stream(text.split(",")).map(StatusRanges::range).toList();
    }

    private static Range range(String text) {
        var ends = text.split("-");
        return new Range(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
    }
}
