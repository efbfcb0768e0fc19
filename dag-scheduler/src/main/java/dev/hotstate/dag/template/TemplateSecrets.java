package dev.hotstate.dag.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hotstate.dag.job.PayloadSecrets;
import dev.hotstate.kit.http.problem.FieldError;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * What in a template nobody shall see: the secret of the webhook, and those of {@code http} tasks. Sealed where the template and what
 * fired are stored, opened where a run is ordered. Who changes a template gives them again, so that nobody can have a secret
 * sent elsewhere that he does not know.
 */
@Singleton
class TemplateSecrets {

    private static final String SEALED = "sealed:";

    private final PayloadSecrets secrets;

    TemplateSecrets(PayloadSecrets secrets) {
        this.secrets = secrets;
    }

    /** A field of the job that holds secrets. */
    private record Place(ObjectNode parent, String field, String pointer) {

        JsonNode value() {
            return parent.get(field);
        }

        boolean isSealed() {
            return value().isTextual() && value().textValue().startsWith(SEALED);
        }
    }

    /** What is wrong with the secrets of a template that was sent. */
    List<FieldError> problems(ObjectNode job) {
        var errors = new ArrayList<FieldError>();
        for (var place : places(job)) {
            if (place.isSealed()) {
                errors.add(FieldError.at(place.pointer(), "is sealed: give it again"));
            } else if (place.value().toString().contains("${")) {
                errors.add(FieldError.at(place.pointer(), "can't have places: parameters are shown"));
            }
        }
        return errors;
    }

    Uni<JsonNode> seal(String template, JsonNode job) {
        return each(
                job,
                (place, ignored) -> secrets.seal(context(template), place.value())
                        .map(closed -> TextNode.valueOf(SEALED + closed.textValue())));
    }

    /** @param job an order, as it is stored */
    Uni<JsonNode> open(String template, JsonNode job) {
        return each(
                job,
                (place, value) -> place.isSealed()
                        ? secrets.openFor(
                                context(template),
                                TextNode.valueOf(value.textValue().substring(SEALED.length())))
                        : Uni.createFrom().item(value));
    }

    private static Uni<JsonNode> each(JsonNode job, BiFunction<Place, JsonNode, Uni<? extends JsonNode>> change) {
        var copy = job.<JsonNode>deepCopy();
        return Multi.createFrom()
                .iterable(places(copy))
                .onItem()
                .transformToUniAndConcatenate(place -> change.apply(place, place.value())
                        .invoke(changed -> place.parent().set(place.field(), changed)))
                .collect()
                .asList()
                .replaceWith(copy);
    }

    private static List<Place> places(JsonNode job) {
        var places = new ArrayList<Place>();
        if (job.get("webhook") instanceof ObjectNode webhook && webhook.hasNonNull("secret")) {
            places.add(new Place(webhook, "secret", "/job/webhook/secret"));
        }
        var tasks = job.path("tasks");
        for (int i = 0; i < tasks.size(); i++) {
            // Of any queue: which one it is may be a parameter.
            if (tasks.path(i).get("payload") instanceof ObjectNode payload
                    && payload.hasNonNull(PayloadSecrets.FIELD)) {
                places.add(new Place(
                        payload, PayloadSecrets.FIELD, "/job/tasks/" + i + "/payload/" + PayloadSecrets.FIELD));
            }
        }
        return places;
    }

    private static String context(String template) {
        return "template:" + template;
    }
}
