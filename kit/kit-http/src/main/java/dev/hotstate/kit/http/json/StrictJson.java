package dev.hotstate.kit.http.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * What is written wrongly is refused and never taken for something else: 1.7 for 1, the text "3" for a number, a number for
 * an id, the first of two documents for all, the last of two fields for both. That a misspelt field is not passed over is a
 * setting of Quarkus. Who speaks the protocol of somebody else, and must skip what it does not know, says so at its types.
 */
@Singleton
public class StrictJson implements ObjectMapperCustomizer {

    private static final List<CoercionInputShape> NOT_A_TEXT =
            List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean);

    @Override
    public void customize(ObjectMapper json) {
        json.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS);
        json.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
        json.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
        for (var type : List.of(LogicalType.Integer, LogicalType.Float, LogicalType.Boolean)) {
            json.coercionConfigFor(type).setCoercion(CoercionInputShape.String, CoercionAction.Fail);
        }
        NOT_A_TEXT.forEach(
                shape -> json.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail));
    }
}
