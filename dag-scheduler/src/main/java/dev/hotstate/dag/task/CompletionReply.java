package dev.hotstate.dag.task;

import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.script.ScriptReply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads what {@code complete_tasks.lua} answers. */
final class CompletionReply {

    private static final int FIRST_VERDICT = 2;

    private CompletionReply() {}

    static List<AnswerOutcome> outcomes(String job, int completions, ScriptReply<TaskWords.Complete> reply) {
        if (!reply.is(TaskWords.Complete.ANSWERED)) {
            return Collections.nCopies(completions, new AnswerOutcome.Unknown());
        }
        boolean mirrored = reply.text(0).equals("mirrored");
        var aftermath = Aftermath.of(job, reply.text(1));
        var values = reply.values();
        int claims = FIRST_VERDICT + 2 * completions;
        var claimed = ClaimedTask.listOf(values.subList(claims, values.size()));
        var outcomes = new ArrayList<AnswerOutcome>(completions);
        for (var verdict : pairs(values.subList(FIRST_VERDICT, claims))) {
            var outcome = outcome(verdict, aftermath, claimed, mirrored);
            if (outcome instanceof AnswerOutcome.Accepted) {
                aftermath = Aftermath.none(job);
                claimed = List.of();
            }
            outcomes.add(outcome);
        }
        return outcomes;
    }

    private record Verdict(String word, String because) {}

    private static List<Verdict> pairs(List<Reply> flat) {
        var pairs = new ArrayList<Verdict>(flat.size() / 2);
        for (int at = 0; at < flat.size(); at += 2) {
            pairs.add(new Verdict(flat.get(at).text(), flat.get(at + 1).text()));
        }
        return pairs;
    }

    private static AnswerOutcome outcome(
            Verdict verdict, Aftermath aftermath, List<ClaimedTask> claimed, boolean mirrored) {
        return switch (verdict.word()) {
            case "ACCEPTED" ->
                new AnswerOutcome.Accepted(TaskStatus.COMPLETED, null, aftermath, claimed, verdict.because(), mirrored);
            case "DUPLICATE" -> new AnswerOutcome.Duplicate(TaskStore.statusOfEnd(verdict.because()), mirrored);
            case "STALE" -> new AnswerOutcome.Stale(verdict.because());
            case "UNKNOWN" -> new AnswerOutcome.Unknown();
            default -> throw new IllegalStateException("complete_tasks has no verdict " + verdict.word());
        };
    }
}
