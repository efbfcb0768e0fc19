package dev.hotstate.dag.condition;

/**
 * @param text of a string, what it means; otherwise what was written
 * @param column where it begins, from 1
 */
record Token(Kind kind, String text, int column) {

    enum Kind {
        NAME,
        STRING,
        NUMBER,
        SYMBOL,
        END
    }

    boolean is(String symbolOrWord) {
        return (kind == Kind.SYMBOL || kind == Kind.NAME) && text.equals(symbolOrWord);
    }

    String described() {
        return switch (kind) {
            case END -> "the end";
            case STRING -> "a string";
            default -> "'" + text + "'";
        };
    }
}
