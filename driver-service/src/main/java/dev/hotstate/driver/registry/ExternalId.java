package dev.hotstate.driver.registry;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.ReportAsSingleViolation;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An id as people give it to a driver: anything but the words that paths use, the dots that lead elsewhere in them, slashes, what
 * nobody can see and halves of characters.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = {})
@Pattern(regexp = ExternalId.PATTERN)
@ReportAsSingleViolation
public @interface ExternalId {

    String PATTERN = "(?!(?:available|claims|events|locations|stream|\\.|\\.\\.)$)[^\\p{Cntrl}\\p{Z}\\p{Cs}/]{1,64}";

    String message() default
            "must have 1 to 64 characters, no blanks, no slash, and be no word that has a meaning here";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};
}
