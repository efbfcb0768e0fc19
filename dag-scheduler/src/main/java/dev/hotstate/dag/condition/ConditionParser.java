package dev.hotstate.dag.condition;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hotstate.dag.condition.Expression.And;
import dev.hotstate.dag.condition.Expression.Call;
import dev.hotstate.dag.condition.Expression.Comparison;
import dev.hotstate.dag.condition.Expression.Function;
import dev.hotstate.dag.condition.Expression.Items;
import dev.hotstate.dag.condition.Expression.Literal;
import dev.hotstate.dag.condition.Expression.Not;
import dev.hotstate.dag.condition.Expression.Operator;
import dev.hotstate.dag.condition.Expression.Or;
import dev.hotstate.dag.condition.Expression.OutputOf;
import dev.hotstate.dag.condition.Expression.StatusOf;
import dev.hotstate.dag.condition.Expression.Step;
import dev.hotstate.dag.condition.Token.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Recursive descent, one method per rule of the grammar in docs/conditions.md. Brackets deeper than allowed are refused. */
final class ConditionParser {

    static final int DEPTH_MAX = 20;
    static final int TERMS_MAX = 200;

    private final List<Token> tokens;
    private final Set<String> tasks = new HashSet<>();
    private int at;
    private int depth;
    private int terms;

    ConditionParser(String text) {
        if (text.length() > Condition.LENGTH_MAX) {
            throw new SyntaxProblem(
                    "A condition has at most %,d characters".formatted(Condition.LENGTH_MAX), Condition.LENGTH_MAX + 1);
        }
        tokens = Lexer.tokens(text);
    }

    Set<String> tasks() {
        return tasks;
    }

    Expression parse() {
        var expression = or();
        if (peek().kind() != Kind.END) {
            throw unexpected("'and', 'or' or the end");
        }
        return expression;
    }

    private Expression or() {
        return chain(this::and, "or", "||", Or::new);
    }

    private Expression and() {
        return chain(this::not, "and", "&&", And::new);
    }

    private Expression chain(Supplier<Expression> operand, String word, String symbol, Join join) {
        var operands = new ArrayList<Expression>();
        operands.add(operand.get());
        while (accept(word) || accept(symbol)) {
            operands.add(operand.get());
        }
        return operands.size() == 1 ? operands.getFirst() : join.of(List.copyOf(operands));
    }

    private interface Join {
        Expression of(List<Expression> operands);
    }

    private Expression not() {
        if (accept("not") || accept("!")) {
            return nested(() -> new Not(not()));
        }
        return comparison();
    }

    private Expression comparison() {
        var left = operand();
        var operator = operator();
        return operator.isEmpty() ? left : new Comparison(left, operator.get(), operand());
    }

    private Optional<Operator> operator() {
        for (var operator : Operator.values()) {
            if (accept(operator.symbol())) {
                return Optional.of(operator);
            }
        }
        return Optional.empty();
    }

    private Expression operand() {
        countTerm();
        var token = next();
        return switch (token.kind()) {
            case STRING -> new Literal(TextNode.valueOf(token.text()));
            case NUMBER -> new Literal(DecimalNode.valueOf(new BigDecimal(token.text())));
            case NAME -> named(token);
            case SYMBOL, END -> bracketed(token);
        };
    }

    private Expression named(Token name) {
        return switch (name.text()) {
            case "true", "false" -> new Literal(BooleanNode.valueOf(name.text().equals("true")));
            case "null" -> new Literal(NullNode.getInstance());
            case "outputs" -> new OutputOf(task(), steps());
            case "status" -> new StatusOf(task());
            default -> call(name);
        };
    }

    private Expression bracketed(Token opening) {
        if (opening.is("(")) {
            return nested(() -> {
                var expression = or();
                expect(")");
                return expression;
            });
        }
        if (opening.is("[")) {
            return nested(() -> new Items(separated("]")));
        }
        at--;
        throw unexpected("a value");
    }

    private Expression call(Token name) {
        for (var function : Function.values()) {
            if (name.is(function.word())) {
                expect("(");
                var arguments = nested(() -> separated(")"));
                if (arguments.size() != function.arguments()) {
                    throw new SyntaxProblem(
                            "%s() takes %d, not %d".formatted(function.word(), function.arguments(), arguments.size()),
                            name.column());
                }
                return new Call(function, arguments);
            }
        }
        throw new SyntaxProblem("'%s' is neither a value nor a function".formatted(name.text()), name.column());
    }

    private List<Expression> separated(String closing) {
        var items = new ArrayList<Expression>();
        if (accept(closing)) {
            return items;
        }
        do {
            items.add(or());
        } while (accept(","));
        expect(closing);
        return List.copyOf(items);
    }

    private String task() {
        if (!(step() instanceof Step.Field task)) {
            throw unexpected("a task, as in outputs.fetch or outputs['fetch-1']");
        }
        tasks.add(task.name());
        return task.name();
    }

    private List<Step> steps() {
        var steps = new ArrayList<Step>();
        while (peek().is(".") || peek().is("[")) {
            steps.add(step());
        }
        return List.copyOf(steps);
    }

    private Step step() {
        if (accept(".")) {
            return new Step.Field(expect(Kind.NAME, "a name").text());
        }
        expect("[");
        var key = next();
        Step step = switch (key.kind()) {
            case STRING -> new Step.Field(key.text());
            case NUMBER -> new Step.Element(index(key));
            default -> {
                at--;
                throw unexpected("a string or a number");
            }
        };
        expect("]");
        return step;
    }

    private static int index(Token number) {
        if (!number.text().matches("[0-9]{1,6}")) {
            throw new SyntaxProblem("'%s' is not the number of an element".formatted(number.text()), number.column());
        }
        return Integer.parseInt(number.text());
    }

    private <T> T nested(Supplier<T> inner) {
        if (++depth > DEPTH_MAX) {
            throw new SyntaxProblem("Nested deeper than %d".formatted(DEPTH_MAX), peek().column());
        }
        var result = inner.get();
        depth--;
        return result;
    }

    private void countTerm() {
        if (++terms > TERMS_MAX) {
            throw new SyntaxProblem("More than %d values".formatted(TERMS_MAX), peek().column());
        }
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token next() {
        return tokens.get(at++);
    }

    private boolean accept(String symbolOrWord) {
        if (peek().is(symbolOrWord)) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(String symbol) {
        if (!accept(symbol)) {
            throw unexpected("'" + symbol + "'");
        }
    }

    private Token expect(Kind kind, String wanted) {
        if (peek().kind() != kind) {
            throw unexpected(wanted);
        }
        return next();
    }

    private SyntaxProblem unexpected(String wanted) {
        return new SyntaxProblem("Expected %s, found %s".formatted(wanted, peek().described()), peek().column());
    }
}
