package dev.hotstate.dag.task;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.condition.Condition;
import dev.hotstate.dag.condition.ConditionOutcome.DoesNotHold;
import dev.hotstate.dag.condition.ConditionOutcome.Holds;
import dev.hotstate.dag.condition.ConditionOutcome.Undecidable;
import dev.hotstate.dag.condition.ParentResult;
import dev.hotstate.dag.condition.ParsedCondition;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.platform.TaskId;
import dev.hotstate.dag.task.TaskStore.Verdict;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides about a task whose trigger rule holds and that has a condition. The task stays where it is (K) until the decision is
 * written in one step; the first one counts. Parents that have ended do not change any more, so that a decision taken twice is
 * the same.
 */
@Singleton
final class CheckStep implements StepHandler {

    static final String KIND = "check";

    private final Definitions definitions;
    private final RedisRouter router;
    private final DagKeys keys;
    private final TaskStore store;
    private final FollowUps followUps;
    private final ObjectMapper json;

    CheckStep(
            Definitions definitions,
            RedisRouter router,
            DagKeys keys,
            TaskStore store,
            FollowUps followUps,
            ObjectMapper json) {
        this.definitions = definitions;
        this.router = router;
        this.keys = keys;
        this.store = store;
        this.followUps = followUps;
        this.json = json;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Uni<Void> run(String subject) {
        var id = TaskId.parse(subject).orElseThrow();
        return definitions
                .condition(id)
                .chain(condition ->
                        condition.map(text -> decide(id, text)).orElseGet(() -> decided(id, Verdict.RUN, "")));
    }

    private Uni<Void> decide(TaskId id, String text) {
        if (!(Condition.parse(text) instanceof ParsedCondition.Understood understood)) {
            return decided(id, Verdict.FAIL, "its condition can't be read");
        }
        var condition = understood.condition();
        return results(id.job(), List.copyOf(condition.tasks()))
                .chain(results -> switch (condition.evaluate(results)) {
                    case Holds yes -> decided(id, Verdict.RUN, "");
                    case DoesNotHold no -> decided(id, Verdict.SKIP, "");
                    case Undecidable why ->
                        decided(id, Verdict.FAIL, "its condition can't be decided: " + why.message());
                })
                .onFailure(UnreadableOutput.class)
                .recoverWithUni(unreadable -> decided(id, Verdict.FAIL, unreadable.getMessage()));
    }

    /** Never expected, and no reason to wait for ever. */
    private static final class UnreadableOutput extends RuntimeException {
        UnreadableOutput(String parent) {
            super("the output of " + parent + " can't be read", null, false, false);
        }
    }

    private Uni<Void> decided(TaskId id, Verdict verdict, String problem) {
        return store.decide(id, verdict, problem)
                .invoke(aftermaths -> aftermaths.forEach(followUps::of))
                .replaceWithVoid();
    }

    private Uni<Map<String, ParentResult>> results(String job, List<String> parents) {
        if (parents.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        var states = Command.of("HMGET").key(keys.state(job));
        var outputs = Command.of("HMGET").key(keys.outputs(job));
        parents.forEach(parent -> {
            states.arg(parent);
            outputs.arg(parent);
        });
        return router.send(states)
                .chain(packed -> router.send(outputs).map(left -> results(parents, packed.list(), left.list())));
    }

    private Map<String, ParentResult> results(List<String> parents, List<Reply> states, List<Reply> outputs) {
        var results = new HashMap<String, ParentResult>();
        for (int i = 0; i < parents.size(); i++) {
            if (!states.get(i).isNil()) {
                var life = TaskState.parse(states.get(i).text()).life();
                results.put(parents.get(i), new ParentResult(life.name(), output(parents.get(i), outputs.get(i))));
            }
        }
        return results;
    }

    private @Nullable JsonNode output(String parent, Reply text) {
        try {
            return text.isNil() ? null : json.readTree(text.text());
        } catch (JsonProcessingException e) {
            throw new UnreadableOutput(parent);
        }
    }
}
