package dev.hotstate.kit.http.apikey;

import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.validator.constraintvalidation.HibernateConstraintValidatorContext;
import org.jspecify.annotations.Nullable;

@Singleton
class KnownScopesValidator implements ConstraintValidator<KnownScopes, Set<String>> {

    /** Asked late: validators are built before the configuration can be read. */
    private final Instance<ScopeCatalogue> catalogue;

    @Inject
    KnownScopesValidator(Instance<ScopeCatalogue> catalogue) {
        this.catalogue = catalogue;
    }

    /** What is absent is for other constraints to report. */
    @Override
    public boolean isValid(@Nullable Set<String> scopes, ConstraintValidatorContext context) {
        if (scopes == null) {
            return true;
        }
        var unknown = scopes.stream()
                .filter(Objects::nonNull)
                .filter(name -> !catalogue.get().knows(name))
                .sorted()
                .collect(Collectors.joining(", "));
        // The default violation would evaluate ${} in what the caller sent; one built here does not.
        context.disableDefaultConstraintViolation();
        context.unwrap(HibernateConstraintValidatorContext.class)
                .addMessageParameter("unknown", unknown)
                .addMessageParameter("known", catalogue.get().described())
                .buildConstraintViolationWithTemplate(context.getDefaultConstraintMessageTemplate())
                .addConstraintViolation();
        return unknown.isEmpty();
    }
}
