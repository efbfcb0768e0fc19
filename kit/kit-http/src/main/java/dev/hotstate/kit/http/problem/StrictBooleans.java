package dev.hotstate.kit.http.problem;

import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** A parameter that is neither true nor false is refused like any other that can't be read: JAX-RS would take it for false. */
@Provider
public final class StrictBooleans implements ParamConverterProvider {

    /** @param absent what a parameter that is not given is */
    private record Converter(@Nullable Boolean absent) implements ParamConverter<Boolean> {

        @Override
        public @Nullable Boolean fromString(@Nullable String text) {
            return switch (text) {
                case null -> absent;
                case "true" -> true;
                case "false" -> false;
                default -> throw new IllegalArgumentException("Neither true nor false: " + text);
            };
        }

        @Override
        public String toString(Boolean value) {
            return value.toString();
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable ParamConverter<T> getConverter(Class<T> type, Type genericType, Annotation[] annotations) {
        if (type == boolean.class) {
            return (ParamConverter<T>) new Converter(false);
        }
        return type == Boolean.class ? (ParamConverter<T>) new Converter(null) : null;
    }
}
