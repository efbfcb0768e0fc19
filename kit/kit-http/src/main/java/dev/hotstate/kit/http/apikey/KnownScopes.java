package dev.hotstate.kit.http.apikey;

import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Scopes of the {@link ScopeCatalogue} only; a constraint, so that it is reported together with all others. */
@Constraint(validatedBy = KnownScopesValidator.class)
@Target({FIELD, METHOD, PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@interface KnownScopes {

    String message() default "{unknown} is none of {known}";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
