package dev.hotstate.kit.http.json;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

@Singleton
final class StoredJson {

    @Produces
    @Singleton
    @Stored
    ObjectMapper stored(ObjectMapper strict) {
        return strict.copy().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }
}
