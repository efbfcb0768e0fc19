package dev.hotstate.driver.position;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

/** Reads times as phones send them: ISO 8601, or unix time in seconds or milliseconds. */
public final class Timestamp extends StdScalarDeserializer<Instant> {

    /** As seconds this is the year 5138, as milliseconds 1973. */
    private static final double MILLIS_FROM = 1e11;

    /** Zero is what means now. */
    private static final Instant EARLIEST = Instant.ofEpochMilli(1);

    /** The year 9999. */
    private static final Instant LATEST = Instant.ofEpochSecond(253_402_300_799L);

    public Timestamp() {
        super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (parser.currentToken().isNumeric()) {
            return ofUnix(parser.getDoubleValue());
        }
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            try {
                return possible(Instant.parse(parser.getText().strip()));
            } catch (DateTimeException e) {
                return (Instant) context.handleWeirdStringValue(
                        Instant.class, parser.getText(), "not an ISO 8601 time with its offset");
            }
        }
        return (Instant) context.handleUnexpectedToken(Instant.class, parser);
    }

    public static Instant ofUnix(double number) {
        double millis = Math.abs(number) < MILLIS_FROM ? number * 1000 : number;
        return Instant.ofEpochMilli(
                Math.round(Math.clamp(millis, EARLIEST.toEpochMilli(), (double) LATEST.toEpochMilli())));
    }

    /** What no clock shows is the nearest that one could: it only has to be older, or ahead. */
    public static Instant possible(Instant time) {
        return time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(LATEST) ? LATEST : time;
    }
}
