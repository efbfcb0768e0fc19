package dev.hotstate.kit.redis.stream;

import dev.hotstate.kit.redis.connection.Reply;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One entry of a stream.
 *
 * @param id     given by Redis: the millisecond of its clock, a dash, a number; grows within a stream
 * @param fields in the order in which they were appended
 */
public record StreamEntry(String id, Map<String, String> fields) {

    public StreamEntry {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** When it was appended, by the clock of Redis. */
    public Instant at() {
        return Instant.ofEpochMilli(Long.parseLong(id, 0, id.indexOf('-'), 10));
    }

    /**
     * The value of a field that every entry of this kind has.
     *
     * @throws IllegalArgumentException if this one has not
     */
    public String field(String name) {
        var value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("entry " + id + " has no field " + name);
        }
        return value;
    }

    /** Reads one entry of an {@code XRANGE} or {@code XREADGROUP} reply. */
    public static StreamEntry fromReply(Reply entry) {
        var fields = new LinkedHashMap<String, String>();
        var words = entry.get(1).list();
        for (int i = 0; i + 1 < words.size(); i += 2) {
            fields.put(words.get(i).text(), words.get(i + 1).text());
        }
        return new StreamEntry(entry.get(0).text(), fields);
    }
}
