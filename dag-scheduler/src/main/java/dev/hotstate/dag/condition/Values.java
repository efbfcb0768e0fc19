package dev.hotstate.dag.condition;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/** What conditions can ask about JSON values. Nothing is converted: the text "3" is not the number 3. */
final class Values {

    /** A longer text is not searched for: both could be as long as an output, and the search takes their product. */
    static final int NEEDLE_MAX = 1000;

    private Values() {}

    static boolean equal(JsonNode left, JsonNode right) {
        if (left.isNull() || right.isNull()) {
            return left.isNull() && right.isNull();
        }
        if (left.isContainerNode() || right.isContainerNode()) {
            throw new UnanswerableQuestion("Lists and objects are not compared, only what is in them");
        }
        if (left.isNumber() && right.isNumber()) {
            return number(left).compareTo(number(right)) == 0;
        }
        return left.equals(right);
    }

    /** Negative, zero or positive, as of comparators. */
    static int order(JsonNode left, JsonNode right) {
        if (left.isNumber() && right.isNumber()) {
            return number(left).compareTo(number(right));
        }
        if (left.isTextual() && right.isTextual()) {
            return left.textValue().compareTo(right.textValue());
        }
        throw new UnanswerableQuestion("%s and %s have no order".formatted(described(left), described(right)));
    }

    static boolean in(JsonNode item, JsonNode list) {
        if (list.isNull()) {
            return false;
        }
        if (!list.isArray()) {
            throw new UnanswerableQuestion("'in' needs a list, not %s".formatted(described(list)));
        }
        for (var candidate : list) {
            if (!candidate.isContainerNode() && equal(item, candidate)) {
                return true;
            }
        }
        return false;
    }

    static boolean contains(JsonNode container, JsonNode part) {
        if (container.isTextual()) {
            var needle = text(part);
            if (needle.length() > NEEDLE_MAX) {
                throw new UnanswerableQuestion("A text to search for has at most %,d characters".formatted(NEEDLE_MAX));
            }
            return container.textValue().contains(needle);
        }
        return in(part, container);
    }

    static int size(JsonNode value) {
        if (value.isNull()) {
            return 0;
        }
        if (value.isTextual()) {
            return value.textValue().codePointCount(0, value.textValue().length());
        }
        if (value.isContainerNode()) {
            return value.size();
        }
        throw new UnanswerableQuestion("%s has no size".formatted(described(value)));
    }

    static String text(JsonNode value) {
        if (!value.isTextual()) {
            throw new UnanswerableQuestion("A text is needed, not %s".formatted(described(value)));
        }
        return value.textValue();
    }

    /** The kind of a value, not its content: messages end up in logs and on pages. */
    static String described(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "a list";
            case BOOLEAN -> "true or false";
            case NUMBER -> "a number";
            case OBJECT -> "an object";
            case STRING -> "a text";
            default -> "null";
        };
    }

    private static BigDecimal number(JsonNode value) {
        if (value.isDouble() && !Double.isFinite(value.doubleValue())) {
            throw new UnanswerableQuestion("A number is too large to be compared");
        }
        return value.decimalValue();
    }
}
