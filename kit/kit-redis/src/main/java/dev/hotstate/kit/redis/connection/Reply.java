package dev.hotstate.kit.redis.connection;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * What Redis answered, in the five shapes of RESP2. A top-level error never gets here: it is a {@link RedisRefused}.
 *
 * <p>The accessors convert where Redis itself is loose ({@code integer()} of the text {@code "7"}) and otherwise throw
 * {@link IllegalStateException}, whose message names the shape and never the content.
 */
public sealed interface Reply {

    /** The absent value ({@code nil}). */
    record Nil() implements Reply {
        static final Nil INSTANCE = new Nil();

        @Override
        public boolean isNil() {
            return true;
        }
    }

    /** An integer. */
    record Whole(long value) implements Reply {
        @Override
        public long integer() {
            return value;
        }

        @Override
        public String text() {
            return Long.toString(value);
        }
    }

    /** A status such as {@code OK}, or a bulk string. */
    record Text(byte[] value) implements Reply {
        static final Text OK = new Text(new byte[] {'O', 'K'});

        @Override
        public long integer() {
            return Long.parseLong(text());
        }

        @Override
        public String text() {
            return new String(value, StandardCharsets.UTF_8);
        }

        @Override
        public byte[] bytes() {
            return value;
        }

        @Override
        public String toString() {
            return "Text[" + value.length + " bytes]";
        }
    }

    /** An array. */
    record Many(List<Reply> items) implements Reply {
        @Override
        public List<Reply> list() {
            return items;
        }

        @Override
        public String toString() {
            return "Many[" + items.size() + " items]";
        }
    }

    /** An error inside an array (of EXEC, say). */
    record Fault(String message) implements Reply {}

    default boolean isNil() {
        return false;
    }

    default long integer() {
        throw mismatch("an integer");
    }

    default String text() {
        throw mismatch("text");
    }

    default byte[] bytes() {
        throw mismatch("bytes");
    }

    default List<Reply> list() {
        throw mismatch("a list");
    }

    default Reply get(int index) {
        return list().get(index);
    }

    default int size() {
        return list().size();
    }

    default Stream<Reply> stream() {
        return list().stream();
    }

    private IllegalStateException mismatch(String wanted) {
        return new IllegalStateException(
                "Expected " + wanted + ", Redis sent " + getClass().getSimpleName());
    }
}
