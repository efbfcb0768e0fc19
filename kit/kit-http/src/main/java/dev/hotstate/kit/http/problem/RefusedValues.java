package dev.hotstate.kit.http.problem;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Turns violated constraints of a resource method into pointers and parameter names. */
final class RefusedValues {

    private static final Pattern VARIABLE = Pattern.compile("\\{\\s*([^}:\\s]+)");

    private RefusedValues() {}

    /** Empty when our own answer violates its constraints, which is a bug and no fault of the client. */
    static Optional<Refusal> refusal(ConstraintViolationException failure) {
        var violations = failure.getConstraintViolations();
        if (violations.isEmpty() || violations.stream().anyMatch(RefusedValues::isAboutOurAnswer)) {
            return Optional.empty();
        }
        List<FieldError> errors = violations.stream()
                .map(RefusedValues::error)
                .sorted(Comparator.comparing(FieldError::toString))
                .toList();
        return Optional.of(new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors));
    }

    private static boolean isAboutOurAnswer(ConstraintViolation<?> violation) {
        Iterator<Path.Node> path = violation.getPropertyPath().iterator();
        return path.next().getKind() != ElementKind.METHOD
                || !path.hasNext()
                || path.next().getKind() == ElementKind.RETURN_VALUE;
    }

    private static FieldError error(ConstraintViolation<?> violation) {
        Iterator<Path.Node> path = violation.getPropertyPath().iterator();
        var method = path.next().as(Path.MethodNode.class);
        var argument = path.next();
        if (argument.getKind() == ElementKind.PARAMETER && !isBody(violation, method, argument)) {
            return FieldError.ofParameter(lastName(violation), violation.getMessage());
        }
        var pointer = new StringBuilder();
        path.forEachRemaining(node -> appendTo(pointer, node));
        return FieldError.at(pointer.toString(), violation.getMessage());
    }

    private static void appendTo(StringBuilder pointer, Path.Node node) {
        if (node.getIndex() != null) {
            pointer.append('/').append(node.getIndex());
        } else if (node.getKey() != null) {
            pointer.append('/').append(node.getKey());
        }
        if (node.getKind() == ElementKind.PROPERTY) {
            pointer.append('/').append(node.getName());
        }
    }

    /** The body is the one argument that is not of the path and has no JAX-RS annotation such as {@code @QueryParam}. */
    private static boolean isBody(ConstraintViolation<?> violation, Path.MethodNode method, Path.Node argument) {
        int index = argument.as(Path.ParameterNode.class).getParameterIndex();
        // The bean may be a generated subclass, whose overriding methods have no annotations.
        return Stream.<Class<?>>iterate(violation.getRootBeanClass(), Objects::nonNull, Class::getSuperclass)
                .flatMap(declaring -> Arrays.stream(declaring.getDeclaredMethods()))
                .filter(candidate -> candidate.getName().equals(method.getName()))
                .filter(candidate -> List.of(candidate.getParameterTypes()).equals(method.getParameterTypes()))
                .noneMatch(declared -> isOfPath(declared, argument.getName())
                        || Arrays.stream(declared.getParameterAnnotations()[index])
                                .anyMatch(RefusedValues::namesAParameter));
    }

    /** Of the path is what is called as the path has it, without any annotation. */
    private static boolean isOfPath(Method declared, String name) {
        return Stream.of(declared, declared.getDeclaringClass())
                .map(place -> place.getAnnotation(jakarta.ws.rs.Path.class))
                .filter(Objects::nonNull)
                .flatMap(path -> VARIABLE.matcher(path.value()).results())
                .anyMatch(variable -> variable.group(1).equals(name));
    }

    private static boolean namesAParameter(Annotation annotation) {
        var name = annotation.annotationType().getSimpleName();
        return name.endsWith("Param") || name.startsWith("Rest");
    }

    private static String lastName(ConstraintViolation<?> violation) {
        String name = "";
        for (Path.Node node : violation.getPropertyPath()) {
            name = node.getName() == null ? name : node.getName();
        }
        return name;
    }
}
