package dev.hotstate.dag.insight;

import dev.hotstate.dag.layout.Picture;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How somebody wants to see a job.
 *
 * @param view tasks, folded, or null: folded if there are many
 * @param opened folded boxes whose tasks are to be shown
 */
record PictureRequest(@Nullable String view, Set<String> opened) {

    private static final String TASKS = "tasks";
    private static final String FOLDED = "folded";

    /** More do not fit on a screen. */
    private static final int UNFOLDED_MAX = 60;

    private static final int OPENED_MAX = 100;

    static PictureRequest of(@Nullable String view, @Nullable String open) {
        if (view != null && !view.equals(TASKS) && !view.equals(FOLDED)) {
            throw refusal("view", "must be tasks or folded");
        }
        var opened = open == null || open.isEmpty()
                ? Set.<String>of()
                : Arrays.stream(open.split(",")).collect(Collectors.toUnmodifiableSet());
        if (opened.size() > OPENED_MAX) {
            throw refusal("open", "at most " + OPENED_MAX + " at once");
        }
        return new PictureRequest(view, opened);
    }

    private static Refusal refusal(String parameter, String detail) {
        return new Refusal(
                KitProblem.INVALID_INPUT,
                "See errors for what must be different.",
                List.of(FieldError.ofParameter(parameter, detail)));
    }

    /** What is shown: never more single tasks than anybody can draw. */
    String view(int tasks) {
        if (tasks > Picture.VERTICES_MAX) {
            return FOLDED;
        }
        return view != null ? view : tasks <= UNFOLDED_MAX ? TASKS : FOLDED;
    }

    Picture draw(JobShape shape) {
        if (view(shape.graph().size()).equals(TASKS)) {
            return shape.ofTasks();
        }
        var picture = shape.folded(opened);
        return picture.vertices().size() <= Picture.VERTICES_MAX ? picture : shape.folded(Set.of());
    }
}
