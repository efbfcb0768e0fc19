package dev.hotstate.kit.http.json;

import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * The {@code ObjectMapper} for what the service itself has stored or sent to its other instances. While versions change, an
 * older one reads what a newer one wrote: a field that it does not know is passed over instead of refused.
 */
@Qualifier
@Retention(RUNTIME)
@Target({METHOD, FIELD, PARAMETER})
public @interface Stored {}
