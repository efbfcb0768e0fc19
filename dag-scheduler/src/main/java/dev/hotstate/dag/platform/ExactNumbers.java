package dev.hotstate.dag.platform;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;

/** Payloads and outputs pass through as they were given: as doubles, 1e400 would become a text, and long fractions short ones. */
@Singleton
public class ExactNumbers implements ObjectMapperCustomizer {

    @Override
    public void customize(ObjectMapper json) {
        json.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        // 1.0 is not the integer 1 to everybody.
        json.setConfig(json.getDeserializationConfig().without(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES));
    }
}
