package dev.hotstate.kit.http.paging;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** The values by which a list is sorted, of one item. They come back from the client, so reading them may fail. */
public record Position(List<String> values) {

    private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    public Position {
        values = List.copyOf(values);
    }

    public static Position of(Object... values) {
        return new Position(List.of(values).stream().map(Object::toString).toList());
    }

    public String text(int index) {
        return read(index, Function.identity());
    }

    public long number(int index) {
        return read(index, Long::parseLong);
    }

    /** Refuses what a narrower column could not be compared with. */
    public int integer(int index) {
        return read(index, Integer::parseInt);
    }

    /** Within the years that a database can count in microseconds. */
    public Instant instant(int index) {
        var instant = read(index, Instant::parse);
        if (instant.isBefore(EARLIEST) || instant.isAfter(LATEST)) {
            throw invalid();
        }
        return instant;
    }

    private <T> T read(int index, Function<String, T> parser) {
        try {
            return parser.apply(values.get(index));
        } catch (NumberFormatException | DateTimeException | IndexOutOfBoundsException e) {
            throw invalid();
        }
    }

    static Refusal invalid() {
        return new Refusal(KitProblem.INVALID_CURSOR, "Start again without a cursor.");
    }
}
