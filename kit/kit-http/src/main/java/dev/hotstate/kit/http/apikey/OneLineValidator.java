package dev.hotstate.kit.http.apikey;

import jakarta.inject.Singleton;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

@Singleton
class OneLineValidator implements ConstraintValidator<OneLine, String> {

    private static final Pattern TREACHEROUS = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}]");

    @Override
    public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
        return text == null || !TREACHEROUS.matcher(text).find();
    }
}
