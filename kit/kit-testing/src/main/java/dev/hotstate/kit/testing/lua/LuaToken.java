package dev.hotstate.kit.testing.lua;

/** A word, literal or sign of Lua and the line that it stands in, counted from 1. A string's text has no quotes. */
record LuaToken(Kind kind, String text, int line) {

    enum Kind {
        NAME,
        STRING,
        NUMBER,
        SIGN
    }

    boolean isName(String name) {
        return kind == Kind.NAME && text.equals(name);
    }

    boolean isName() {
        return kind == Kind.NAME;
    }

    boolean isString() {
        return kind == Kind.STRING;
    }

    boolean isSign(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }
}
