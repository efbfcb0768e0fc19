package dev.hotstate.kit.http.problem;

import static java.util.Map.entry;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRefused;
import dev.hotstate.kit.redis.connection.RedisTimedOut;
import dev.hotstate.kit.redis.connection.RedisUnavailable;
import dev.hotstate.kit.redis.key.MalformedKey;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import io.vertx.pgclient.PgException;
import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.WebApplicationException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a failure means to a client. A failure that means nothing to it is a bug of ours and stays unexplained. */
final class Failures {

    private static final Map<Integer, Refusal> BY_STATUS = Map.ofEntries(
            entry(400, new Refusal(KitProblem.MALFORMED_REQUEST, "The request does not have the expected form.")),
            entry(401, new Refusal(KitProblem.NOT_AUTHENTICATED, "Send 'Authorization: Bearer <API key>', or log in.")),
            entry(403, new Refusal(KitProblem.NOT_ALLOWED, "Use a key that has one of the scopes this call needs.")),
            entry(404, new Refusal(KitProblem.NOT_FOUND, "Nothing is served under this path.")),
            entry(
                    405,
                    new Refusal(
                            KitProblem.METHOD_NOT_ALLOWED, "The page /api.html lists each address with its methods.")),
            entry(406, new Refusal(KitProblem.NOT_ACCEPTABLE, "See the header Accept of the request.")),
            entry(413, new Refusal(KitProblem.BODY_TOO_LARGE, "Send less at once.")),
            entry(414, new Refusal(KitProblem.URI_TOO_LONG, "Send a shorter address.")),
            entry(415, new Refusal(KitProblem.UNSUPPORTED_MEDIA_TYPE, "See the header Content-Type of the request.")),
            entry(
                    416,
                    new Refusal(KitProblem.MALFORMED_REQUEST, "The header Range asks for a part that does not exist.")),
            entry(431, new Refusal(KitProblem.HEADERS_TOO_LARGE, "Send fewer or shorter headers.")));

    private static final Refusal INVALID_CREDENTIALS =
            new Refusal(KitProblem.INVALID_CREDENTIALS, "It is unknown, mistyped, expired or revoked.");

    private static final Refusal UNSTORABLE_TEXT =
            new Refusal(KitProblem.INVALID_INPUT, "A text contains a character that can't be stored, such as NUL.");

    /** SQLSTATE character_not_in_repertoire; columns of JSON say untranslatable_character. */
    private static final String UNSTORABLE = "22021";

    private static final String UNSTORABLE_IN_JSON = "22P05";

    private static final Refusal NOTHING_CHANGED =
            new Refusal(KitProblem.REDIS_UNAVAILABLE, "Nothing was changed. Try again in a moment.");

    private Failures() {}

    static Optional<DomainFailure> explain(Throwable failure) {
        return Optional.ofNullable(
                switch (failure) {
                    case DomainFailure known -> known;
                    case JsonProcessingException unreadable -> UnreadableJson.refusal(unreadable);
                    case ConstraintViolationException refused ->
                        RefusedValues.refusal(refused).orElse(null);
                    case MalformedKey refused
                    when refused.isFromOutside() -> new Refusal(KitProblem.INVALID_ID, refused.getMessage() + ".");
                    case PgException refused when isUnstorable(refused.getSqlState()) -> UNSTORABLE_TEXT;
                    case RedisFailure trouble -> explainRedis(trouble);
                    case WebApplicationException refused -> explainWeb(refused);
                    case IllegalArgumentException unreadable when isMediaType(unreadable) -> BY_STATUS.get(415);
                    case AuthenticationFailedException refused
                    when refused.getCause() instanceof DomainFailure known -> known;
                    case AuthenticationFailedException refused -> INVALID_CREDENTIALS;
                    case UnauthorizedException refused -> BY_STATUS.get(401);
                    case ForbiddenException refused ->
                        MissingScope.ofThisRequest().orElse(BY_STATUS.get(403));
                    default -> null;
                });
    }

    /** RESTEasy has no type of its own for it, where the type of the body says which method is meant. */
    private static boolean isMediaType(IllegalArgumentException unreadable) {
        return unreadable.getMessage() != null && unreadable.getMessage().startsWith("Failed to parse media type");
    }

    private static boolean isUnstorable(@Nullable String sqlState) {
        return UNSTORABLE.equals(sqlState) || UNSTORABLE_IN_JSON.equals(sqlState);
    }

    static Optional<DomainFailure> explain(int status) {
        return Optional.ofNullable(BY_STATUS.get(status));
    }

    /** A command that Redis refuses although it is well is a bug of ours. */
    private static @Nullable DomainFailure explainRedis(RedisFailure failure) {
        return switch (failure) {
            case RedisUnavailable notApplied -> NOTHING_CHANGED;
            case RedisTimedOut unknown ->
                new Refusal(
                        KitProblem.REDIS_UNAVAILABLE,
                        "Whether the request had an effect is not known. Read, then decide.");
            case RedisRefused refused -> refused.isTrouble() ? NOTHING_CHANGED : null;
        };
    }

    private static DomainFailure explainWeb(WebApplicationException refused) {
        int status = refused.getResponse().getStatus();
        return switch (refused.getCause()) {
            case DomainFailure known -> known;
            case JsonProcessingException unreadable -> UnreadableJson.refusal(unreadable);
            // JAX-RS wants 404 for a parameter in the address that can't be converted; that hides a client's mistake.
            case Throwable conversion when status == 404 -> unreadable(UnreadableParameter.ofThisRequest(conversion));
            case Throwable conversion
            when status == 400 ->
                UnreadableParameter.ofThisRequest(conversion)
                        .<DomainFailure>map(error -> unreadable(Optional.of(error)))
                        .orElse(BY_STATUS.get(status));
            case null, default -> BY_STATUS.get(status);
        };
    }

    private static Refusal unreadable(Optional<FieldError> parameter) {
        return new Refusal(
                KitProblem.INVALID_INPUT,
                "A parameter does not have the expected form.",
                parameter.stream().toList());
    }
}
