package dev.hotstate.dag.condition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hotstate.dag.condition.ConditionOutcome.DoesNotHold;
import dev.hotstate.dag.condition.ConditionOutcome.Holds;
import dev.hotstate.dag.condition.ConditionOutcome.Undecidable;
import dev.hotstate.dag.condition.Expression.And;
import dev.hotstate.dag.condition.Expression.Call;
import dev.hotstate.dag.condition.Expression.Comparison;
import dev.hotstate.dag.condition.Expression.Function;
import dev.hotstate.dag.condition.Expression.Items;
import dev.hotstate.dag.condition.Expression.Literal;
import dev.hotstate.dag.condition.Expression.Not;
import dev.hotstate.dag.condition.Expression.Or;
import dev.hotstate.dag.condition.Expression.OutputOf;
import dev.hotstate.dag.condition.Expression.StatusOf;
import dev.hotstate.dag.condition.Expression.Step;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One pass over a condition. Values are JSON; what is not there is null. Left to right, and no further than needed. */
final class Evaluation {

    private final Map<String, ParentResult> parents;

    Evaluation(Map<String, ParentResult> parents) {
        this.parents = parents;
    }

    ConditionOutcome outcome(Expression root) {
        try {
            return isTrue(root) ? new Holds() : new DoesNotHold();
        } catch (UnanswerableQuestion question) {
            return new Undecidable(question.getMessage());
        }
    }

    private boolean isTrue(Expression expression) {
        var value = value(expression);
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        if (value.isNull()) {
            return false;
        }
        throw new UnanswerableQuestion("%s is neither true nor false".formatted(Values.described(value)));
    }

    private JsonNode value(Expression expression) {
        return switch (expression) {
            case Literal literal -> literal.value();
            case Items items -> list(items.items());
            case StatusOf status -> status(parents.get(status.task()));
            case OutputOf output -> output(parents.get(output.task()), output.steps());
            case Not not -> BooleanNode.valueOf(!isTrue(not.operand()));
            case And and -> BooleanNode.valueOf(and.operands().stream().allMatch(this::isTrue));
            case Or or -> BooleanNode.valueOf(or.operands().stream().anyMatch(this::isTrue));
            case Comparison comparison -> BooleanNode.valueOf(compare(comparison));
            case Call call -> call(call.function(), call.arguments());
        };
    }

    private ArrayNode list(List<Expression> items) {
        var list = JsonNodeFactory.instance.arrayNode(items.size());
        items.forEach(item -> list.add(value(item)));
        return list;
    }

    private static JsonNode status(@Nullable ParentResult parent) {
        return parent == null ? NullNode.getInstance() : TextNode.valueOf(parent.status());
    }

    private static JsonNode output(@Nullable ParentResult parent, List<Step> steps) {
        var value = parent == null ? null : parent.output();
        for (var step : steps) {
            if (value == null) {
                break;
            }
            value = switch (step) {
                case Step.Field field -> value.get(field.name());
                case Step.Element element -> value.get(element.index());
            };
        }
        return value == null ? NullNode.getInstance() : value;
    }

    private boolean compare(Comparison comparison) {
        var left = value(comparison.left());
        var right = value(comparison.right());
        return switch (comparison.operator()) {
            case EQUAL -> Values.equal(left, right);
            case NOT_EQUAL -> !Values.equal(left, right);
            case IN -> Values.in(left, right);
            case LESS -> ordered(left, right) && Values.order(left, right) < 0;
            case LESS_OR_EQUAL -> ordered(left, right) && Values.order(left, right) <= 0;
            case GREATER -> ordered(left, right) && Values.order(left, right) > 0;
            case GREATER_OR_EQUAL -> ordered(left, right) && Values.order(left, right) >= 0;
        };
    }

    /** What is not there is neither less nor more than anything. */
    private static boolean ordered(JsonNode left, JsonNode right) {
        return !left.isNull() && !right.isNull();
    }

    private JsonNode call(Function function, List<Expression> arguments) {
        var first = value(arguments.getFirst());
        return switch (function) {
            case EXISTS -> BooleanNode.valueOf(!first.isNull());
            case SIZE -> IntNode.valueOf(Values.size(first));
            case LOWER ->
                first.isNull() ? first : TextNode.valueOf(Values.text(first).toLowerCase(Locale.ROOT));
            case CONTAINS -> BooleanNode.valueOf(Values.contains(first, value(arguments.get(1))));
            case STARTS_WITH ->
                BooleanNode.valueOf(
                        !first.isNull() && Values.text(first).startsWith(Values.text(value(arguments.get(1)))));
            case ENDS_WITH ->
                BooleanNode.valueOf(
                        !first.isNull() && Values.text(first).endsWith(Values.text(value(arguments.get(1)))));
        };
    }
}
