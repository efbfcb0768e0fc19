package dev.hotstate.driver.geofence;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where an event is in the order in which everybody follows.
 *
 * @param transaction that wrote it
 */
record EventPosition(String transaction, long id) {

    static final EventPosition BEGINNING = new EventPosition("0", 0);

    private static final Pattern TEXT = Pattern.compile("(\\d{1,19})-(\\d{1,18})");

    /** Empty if it is not the text of one. */
    static Optional<EventPosition> of(String text) {
        var matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new EventPosition(matcher.group(1), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return transaction + "-" + id;
    }
}
