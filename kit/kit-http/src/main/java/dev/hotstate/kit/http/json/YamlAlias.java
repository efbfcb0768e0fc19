package dev.hotstate.kit.http.json;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;

/** An alias where a value is expected. */
public final class YamlAlias extends JsonParseException {

    public static final String EXPECTATION = "is an alias: write out what it stands for";

    private static final long serialVersionUID = 1;

    YamlAlias(JsonParser at) {
        super(at, "A value " + EXPECTATION);
    }
}
