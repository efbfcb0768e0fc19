package dev.hotstate.dag.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hotstate.dag.job.JobOrder;
import dev.hotstate.dag.job.JobSubmission;
import dev.hotstate.dag.job.SubmittedJob;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** Checks templates and runs them. */
@Singleton
class Templates {

    private static final int PARAMETERS_MAX = 50;
    private static final int DESCRIPTION_MAX = 500;
    private static final FieldError LABELS =
            FieldError.at("/job/labels", "must be an object; its values may be places");
    private static final String LABEL = "/labels/template";
    private static final String TRIAL_ID = "template-check";

    private final TemplateStore store;
    private final TemplateSecrets secrets;
    private final TemplateJson json;
    private final JobSubmission submission;
    private final Clock clock;

    Templates(TemplateStore store, TemplateSecrets secrets, TemplateJson json, JobSubmission submission, Clock clock) {
        this.secrets = secrets;
        this.store = store;
        this.json = json;
        this.submission = submission;
        this.clock = clock;
    }

    Uni<TemplateView> put(Caller caller, String name, TemplateRequest request) {
        var template = new TemplateRequest(
                request.description(), Objects.requireNonNullElse(request.parameters(), List.of()), request.job());
        check(name, template, caller);
        return secrets.seal(name, template.job())
                .chain(closed -> store.put(
                        caller, name, new TemplateRequest(template.description(), template.parameters(), closed)));
    }

    /** @param caller a name, because the request that tells it is left behind with its event loop */
    Uni<SubmittedJob> run(String caller, String name, RunTemplateRequest request) {
        return store.find(name).emitOn(Infrastructure.getDefaultWorkerPool()).chain(template -> {
            var given = Objects.requireNonNullElse(request.parameters(), Map.<String, JsonNode>of());
            var id = Optional.ofNullable(request.jobId()).orElseGet(submission::newId);
            var time = Objects.requireNonNullElse(request.fireTime(), clock.instant());
            return order(render(template, given, word(time)), id, caller).chain(submission::submit);
        });
    }

    /** @param rendered with its secrets still sealed; its label tells by which template */
    Uni<JobOrder> order(JsonNode rendered, String id, String caller) {
        return secrets.open(rendered.at(LABEL).asText(), rendered)
                // A large job takes long to check: nothing for an event loop.
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(opened -> json.order(opened, id, caller));
    }

    /** The order of a run; its labels tell what it came from. */
    JsonNode render(TemplateView template, Map<String, JsonNode> given, String fireTime) {
        var order = (ObjectNode) Rendering.render(template.job(), template.parameters(), given, fireTime);
        switch (order.get("labels")) {
            case null -> order.putObject("labels").put("template", template.name());
            case NullNode none -> order.putObject("labels").put("template", template.name());
            case ObjectNode labels -> labels.put("template", template.name());
            default ->
                throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", List.of(LABELS));
        }
        return order;
    }

    private static String word(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    // ---- what is wrong with a template ------------------------------------------------------------------------------

    private void check(String name, TemplateRequest template, Caller caller) {
        var errors = new ArrayList<FieldError>();
        if (!name.matches("[a-z0-9][a-z0-9_-]{0,39}")) {
            errors.add(
                    FieldError.ofParameter("name", "must be 1 to 40 of a-z, 0-9, _ and -, not beginning with _ or -"));
        }
        if (template.description() != null && template.description().length() > DESCRIPTION_MAX) {
            errors.add(FieldError.at("/description", "may have " + DESCRIPTION_MAX + " characters"));
        }
        checkParameters(template.parameters(), errors);
        if (!(template.job() instanceof ObjectNode job)) {
            errors.add(FieldError.at("/job", "must be an order as POST /jobs takes it"));
        } else if (job.has("jobId")) {
            errors.add(FieldError.at("/job/jobId", "is given by each run"));
        } else if (job.hasNonNull("labels") && !job.get("labels").isObject()) {
            errors.add(LABELS);
        } else {
            errors.addAll(secrets.problems(job));
        }
        if (!errors.isEmpty()) {
            throw new Refusal(KitProblem.INVALID_INPUT, "See errors for what must be different.", errors);
        }
        tryOut(template, caller);
    }

    private static void checkParameters(List<Parameter> parameters, List<FieldError> errors) {
        if (parameters.size() > PARAMETERS_MAX) {
            errors.add(FieldError.at("/parameters", "may be " + PARAMETERS_MAX));
        }
        var seen = new TreeSet<String>();
        for (int i = 0; i < parameters.size(); i++) {
            var parameter = parameters.get(i);
            var name = parameter == null ? null : parameter.name();
            if (name == null || !Rendering.NAME.matcher(name).matches()) {
                errors.add(FieldError.at(
                        "/parameters/" + i + "/name", "must be a letter and up to 39 letters, digits and _"));
            } else if (!seen.add(name) || name.equals(Rendering.FIRE_TIME)) {
                errors.add(FieldError.at("/parameters/" + i + "/name", "is taken"));
            }
        }
    }

    /** A template whose parameters all have defaults must give an order that would be taken. */
    private void tryOut(TemplateRequest template, Caller caller) {
        if (template.parameters().stream().allMatch(parameter -> parameter.defaultValue() != null)) {
            json.order(
                    Rendering.render(template.job(), template.parameters(), Map.of(), word(clock.instant())),
                    TRIAL_ID,
                    caller.name());
        }
    }
}
