package dev.hotstate.dag.condition;

import java.util.Map;
import java.util.Set;

/**
 * A condition that was understood.
 *
 * <p>Immutable and safe to share between threads. It depends on nothing but its parents' results: the same results give the
 * same outcome at any time and on any instance.
 */
public final class Condition {

    /** Characters. */
    public static final int LENGTH_MAX = 1000;

    private final String text;
    private final Expression root;
    private final Set<String> tasks;

    private Condition(String text, Expression root, Set<String> tasks) {
        this.text = text;
        this.root = root;
        this.tasks = Set.copyOf(tasks);
    }

    public static ParsedCondition parse(String text) {
        try {
            var parser = new ConditionParser(text);
            return new ParsedCondition.Understood(new Condition(text, parser.parse(), parser.tasks()));
        } catch (SyntaxProblem problem) {
            return new ParsedCondition.Malformed(problem.getMessage(), problem.column());
        }
    }

    /** The tasks whose results it reads. Each must be a direct parent of the task that has the condition. */
    public Set<String> tasks() {
        return tasks;
    }

    /** A task that is not in the map has no status and no output: both read as null. */
    public ConditionOutcome evaluate(Map<String, ParentResult> parents) {
        return new Evaluation(parents).outcome(root);
    }

    @Override
    public String toString() {
        return text;
    }
}
