package dev.hotstate.kit.http.apikey;

import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Text that looks like what it is: no line breaks, no characters that turn or hide others, no halves of one. */
@Constraint(validatedBy = OneLineValidator.class)
@Target({FIELD, METHOD, PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@interface OneLine {

    String message() default "must not contain line breaks, control or invisible characters";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
