package dev.hotstate.kit.http.problem;

import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Names the parameter whose text could not be read as what it must be. JAX-RS does not tell which, but few are given that are
 * no text anyhow, and the failure quotes what it could not read.
 */
final class UnreadableParameter {

    private record Given(String name, String text, Class<?> type) {}

    /** Where a parameter is declared. */
    private record Place(AnnotatedElement declared, Class<?> type) {}

    private UnreadableParameter() {}

    /** To be called while the failed request is at hand; empty if it can't be told. */
    static Optional<FieldError> ofThisRequest(Throwable failure) {
        var request = CurrentRequestManager.get();
        if (request == null || request.getTarget() == null) {
            return Optional.empty();
        }
        var given = given(request);
        return given.stream()
                .filter(parameter -> given.size() == 1 || isQuotedBy(failure, parameter.text))
                .findFirst()
                .map(refused -> FieldError.ofParameter(refused.name, "must be " + Expectation.of(refused.type)));
    }

    private static List<Given> given(ResteasyReactiveRequestContext request) {
        var method = request.getTarget().getLazyMethod().getMethod();
        return Stream.of(method.getParameters())
                .flatMap(UnreadableParameter::places)
                .filter(place -> place.type != String.class)
                .flatMap(place -> given(place, request).stream())
                .toList();
    }

    /** The parameter itself, or those that a bean puts together. */
    private static Stream<Place> places(Parameter parameter) {
        return parameter.isAnnotationPresent(BeanParam.class)
                ? Arrays.stream(parameter.getType().getDeclaredFields()).map(field -> new Place(field, field.getType()))
                : Stream.of(new Place(parameter, parameter.getType()));
    }

    private static Optional<Given> given(Place place, ResteasyReactiveRequestContext request) {
        for (var annotation : place.declared.getAnnotations()) {
            var name = name(annotation);
            if (name != null && text(annotation, name, request) instanceof String text) {
                return Optional.of(new Given(name, text, place.type));
            }
        }
        return Optional.empty();
    }

    private static @Nullable String name(Annotation annotation) {
        return switch (annotation) {
            case QueryParam query -> query.value();
            case PathParam path -> path.value();
            case HeaderParam header -> header.value();
            case CookieParam cookie -> cookie.value();
            default -> null;
        };
    }

    private static @Nullable Object text(Annotation annotation, String name, ResteasyReactiveRequestContext request) {
        return switch (annotation) {
            case QueryParam query -> request.getQueryParameter(name, true, false);
            case PathParam path -> request.getPathParameter(name, false);
            case HeaderParam header -> request.getHeader(name, true);
            default -> request.getCookieParameter(name);
        };
    }

    private static boolean isQuotedBy(Throwable failure, String text) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .map(Throwable::getMessage)
                .anyMatch(message -> message != null && message.contains(text));
    }
}
