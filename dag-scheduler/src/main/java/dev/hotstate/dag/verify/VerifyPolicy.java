package dev.hotstate.dag.verify;

import dev.hotstate.dag.rule.Decision;
import dev.hotstate.dag.rule.RulePolicy;
import dev.hotstate.dag.rule.Tallies;
import dev.hotstate.dag.task.TaskState;
import dev.hotstate.dag.verify.Difference.Kind;
import java.util.Optional;

/** Says what is wrong with a task, the worst first: a repair puts right whatever follows from it. */
final class VerifyPolicy {

    private VerifyPolicy() {}

    static Optional<Difference> compare(TaskLook look) {
        if (look.packed().isEmpty()) {
            return Optional.of(new Difference(look.task(), Kind.MISSING, "no state", "a state", "", ""));
        }
        var state = TaskState.parse(look.packed());
        var right = withTallies(state, look.counted());
        if (!state.tallies().equals(look.counted())) {
            return difference(look, Kind.TALLIES, text(state.tallies()), text(look.counted()), right);
        }
        return switch (state.life()) {
            case PENDING -> pending(look, state);
            case CHECKING ->
                look.checked()
                        ? Optional.empty()
                        : difference(look, Kind.UNCHECKED, "nobody checks its condition", "a step that does", state);
            case ACTIVE -> active(look, state);
            default -> ended(look, state);
        };
    }

    private static Optional<Difference> pending(TaskLook look, TaskState state) {
        var decision = RulePolicy.decide(state.spec().rule(), state.tallies());
        if (decision != Decision.WAIT) {
            return difference(look, Kind.OVERLOOKED, "waits", decision == Decision.RUN ? "runs" : "is skipped", state);
        }
        return ended(look, state);
    }

    private static Optional<Difference> active(TaskLook look, TaskState state) {
        int sure = count(look.running()) + count(look.ready()) + count(look.delayed());
        boolean right = sure == 1 || sure == 0 && look.parked();
        return right ? Optional.empty() : difference(look, Kind.PLACE, places(look), "one place", state);
    }

    private static Optional<Difference> ended(TaskLook look, TaskState state) {
        boolean clear = !look.running() && !look.ready() && !look.delayed();
        return clear ? Optional.empty() : difference(look, Kind.LEFT_OVER, places(look), "nowhere", state);
    }

    private static Optional<Difference> difference(
            TaskLook look, Kind kind, String found, String expected, TaskState becomes) {
        return Optional.of(new Difference(look.task(), kind, found, expected, look.packed(), becomes.packed()));
    }

    private static TaskState withTallies(TaskState state, Tallies tallies) {
        return new TaskState(
                state.life(),
                state.attempt(),
                state.end(),
                state.retries(),
                state.losses(),
                tallies,
                state.spec(),
                state.fed());
    }

    private static int count(boolean there) {
        return there ? 1 : 0;
    }

    private static String text(Tallies tallies) {
        return "%d completed, %d failed, %d skipped of %d parents"
                .formatted(tallies.ok(), tallies.failed(), tallies.skipped(), tallies.parents());
    }

    private static String places(TaskLook look) {
        var places =
                (look.running() ? "running " : "") + (look.ready() ? "ready " : "") + (look.delayed() ? "delayed" : "");
        return places.isEmpty() ? "nowhere" : places.strip();
    }
}
