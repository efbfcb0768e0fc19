package dev.hotstate.kit.http.problem;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A body of a type that an address does not take. Whoever forgets the header may not know what was sent instead:
 * {@code curl -d} calls everything {@code application/x-www-form-urlencoded}.
 */
final class RefusedBodyType {

    private RefusedBodyType() {}

    /**
     * @param sent the header Content-Type
     * @param taken by this address and method; empty if that can't be told
     */
    static Refusal refusal(@Nullable String sent, Optional<List<String>> taken) {
        return new Refusal(KitProblem.UNSUPPORTED_MEDIA_TYPE, "%s. %s.".formatted(told(sent), wanted(taken)));
    }

    /** Without what belongs to the type, such as the boundary of a form. */
    private static String told(@Nullable String sent) {
        var type = sent == null ? "" : sent.split(";", 2)[0].strip();
        return type.isEmpty()
                ? "The header Content-Type of the request says nothing"
                : "The header Content-Type of the request says " + type;
    }

    private static String wanted(Optional<List<String>> taken) {
        if (taken.isEmpty()) {
            return "The page /api.html says what each address takes";
        }
        var types = taken.get();
        return switch (types.size()) {
            case 0 -> "No body is taken here: send neither one nor this header";
            case 1 -> "Send 'Content-Type: %s'".formatted(types.getFirst());
            default ->
                "Send 'Content-Type: %s' (or %s)"
                        .formatted(types.getFirst(), String.join(", ", types.subList(1, types.size())));
        };
    }
}
