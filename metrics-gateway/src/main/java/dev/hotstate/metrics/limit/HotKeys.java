package dev.hotstate.metrics.limit;

import dev.hotstate.kit.redis.key.KeyId;
import dev.hotstate.kit.redis.script.ScriptOutcome;
import dev.hotstate.metrics.limit.LimitAnswer.Decided;
import dev.hotstate.metrics.limit.LimitAnswer.Undecided;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.impl.ContextInternal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Lets questions about one limit of one caller travel together. While one is under way, those that come wait, and then go as one
 * run of the script, which lets as many pass as fit. Each is answered as if it had asked alone, in the order in which they came;
 * so a hot key costs Redis one run per round trip, however many ask.
 */
final class HotKeys {

    /** Asks Redis, one pipeline per node. */
    @FunctionalInterface
    interface Pipeline {
        Uni<List<ScriptOutcome<LimitWords.Decide>>> ask(List<LimitQuestion> questions, Duration patience);
    }

    private record Key(Limit limit, KeyId caller) {}

    /** A question that somebody waits for. */
    private record Waiting(LimitQuestion question, Round round, int index, long endsAt) {}

    /** Neighbours in a line that want the same, as one question. */
    private record Merged(LimitQuestion question, List<Waiting> parts) {

        static Merged of(List<Waiting> parts) {
            var first = parts.getFirst().question();
            long calls =
                    parts.stream().mapToLong(part -> part.question().calls()).sum();
            var counted = parts.stream().anyMatch(part -> part.question().asksWhere()) ? Counted.ASKED : null;
            return new Merged(
                    parts.size() == 1
                            ? first
                            : new LimitQuestion(first.limit(), first.caller(), first.hits(), calls, counted),
                    parts);
        }

        /** The first ones get what there is; each sees as remaining what was left when it was its turn. */
        void deliver(LimitAnswer answer) {
            if (parts.size() == 1 || !(answer instanceof Decided decided)) {
                parts.forEach(part -> part.round().answer(part.index(), answer));
                return;
            }
            var all = decided.decision();
            long hits = Math.max(0, question.hits());
            long left = all.granted();
            for (var part : parts) {
                long granted = Math.min(left, part.question().calls());
                left -= granted;
                boolean refused = granted < part.question().calls();
                long ahead = (all.granted() - left - granted) * hits;
                part.round()
                        .answer(
                                part.index(),
                                new Decided(new Decision(
                                        granted,
                                        all.remaining() + left * hits,
                                        all.reset(),
                                        refused ? all.retryAfter() : null,
                                        Counted.behind(all.counted(), ahead))));
            }
        }
    }

    /** All questions of one key that travel together, in the order in which they came. */
    private record Flight(Key key, List<Merged> questions) {

        static Flight of(Key key, List<Waiting> line) {
            var questions = new ArrayList<Merged>(1);
            int from = 0;
            for (int to = 1; to <= line.size(); to++) {
                if (to == line.size()
                        || !line.get(to).question().isLike(line.get(from).question())) {
                    questions.add(Merged.of(line.subList(from, to)));
                    from = to;
                }
            }
            return new Flight(key, questions);
        }
    }

    /** Questions that were asked as one list, until all are answered. */
    private static final class Round {

        private final UniEmitter<? super List<LimitAnswer>> emitter;
        private final @Nullable ContextInternal context = ContextInternal.current();
        private final LimitAnswer[] answers;
        private final AtomicInteger missing;

        Round(int questions, UniEmitter<? super List<LimitAnswer>> emitter) {
            this.emitter = emitter;
            this.answers = new LimitAnswer[questions];
            this.missing = new AtomicInteger(questions);
        }

        void answer(int index, LimitAnswer answer) {
            answers[index] = answer;
            if (missing.decrementAndGet() > 0) {
                return;
            }
            var all = Arrays.asList(answers);
            if (context == null) {
                emitter.complete(all);
            } else {
                context.emit(all, emitter::complete);
            }
        }

        void fail(Throwable broken) {
            emitter.fail(broken);
        }
    }

    private static final List<Waiting> NOBODY = List.of();

    private final Pipeline pipeline;
    private final long leastNanos;
    /** Who waits for a key of which a question is under way. */
    private final Map<Key, List<Waiting>> lines = new ConcurrentHashMap<>();

    private final LongAdder spared = new LongAdder();

    /** @param leastPatience that each run gets: one whose time is nearly over must not take it from those it travels with */
    HotKeys(Pipeline pipeline, Duration leastPatience) {
        this.pipeline = pipeline;
        this.leastNanos = leastPatience.toNanos();
    }

    /** Runs of scripts that were not needed. */
    long spared() {
        return spared.sum();
    }

    /** The answers are in the order of the questions; all are there when patience ends, or the least patience later. */
    Uni<List<LimitAnswer>> decide(List<LimitQuestion> questions, Duration patience) {
        return questions.isEmpty()
                ? Uni.createFrom().item(List.of())
                : Uni.createFrom()
                        .emitter(emitter -> depart(join(questions, patience, new Round(questions.size(), emitter))));
    }

    /** Those that need not wait. */
    private List<Flight> join(List<LimitQuestion> questions, Duration patience, Round round) {
        long endsAt = System.nanoTime() + patience.toNanos();
        var byKey = new LinkedHashMap<Key, List<Waiting>>();
        for (int i = 0; i < questions.size(); i++) {
            var question = questions.get(i);
            byKey.computeIfAbsent(new Key(question.limit(), question.caller()), key -> new ArrayList<>(1))
                    .add(new Waiting(question, round, i, endsAt));
        }
        var departing = new ArrayList<Flight>(byKey.size());
        byKey.forEach((key, line) -> {
            if (isFirst(key, line)) {
                departing.add(Flight.of(key, line));
            }
        });
        return departing;
    }

    /** Whether nothing of this key is under way; else they wait. */
    private boolean isFirst(Key key, List<Waiting> questions) {
        return lines.merge(key, NOBODY, (line, nobody) -> {
                    var longer = line == NOBODY ? new ArrayList<Waiting>() : line;
                    longer.addAll(questions);
                    return longer;
                })
                == NOBODY;
    }

    private void depart(List<Flight> flights) {
        if (flights.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        long patience = Long.MAX_VALUE;
        long travelling = 0;
        var questions = new ArrayList<LimitQuestion>(flights.size());
        for (var flight : flights) {
            for (var merged : flight.questions()) {
                questions.add(merged.question());
                travelling += merged.parts().size();
                for (var part : merged.parts()) {
                    patience = Math.min(patience, part.endsAt() - now);
                }
            }
        }
        spared.add(travelling - questions.size());
        try {
            pipeline.ask(questions, Duration.ofNanos(Math.max(leastNanos, patience)))
                    .subscribe()
                    .with(outcomes -> arrived(flights, answers(outcomes)), broken -> broken(flights, broken));
        } catch (RuntimeException broken) {
            // Its line would wait for ever.
            broken(flights, broken);
        }
    }

    private static List<LimitAnswer> answers(List<ScriptOutcome<LimitWords.Decide>> outcomes) {
        var answers = new ArrayList<LimitAnswer>(outcomes.size());
        for (var outcome : outcomes) {
            answers.add(LimitStore.answer(outcome));
        }
        return answers;
    }

    private void arrived(List<Flight> flights, List<LimitAnswer> answers) {
        var next = new ArrayList<Flight>();
        int at = 0;
        for (var flight : flights) {
            var own = answers.subList(at, at + flight.questions().size());
            at += own.size();
            var failure = own.stream().filter(Undecided.class::isInstance).findFirst();
            var line = nextLine(flight.key(), failure.isPresent());
            // Who waited behind a question that Redis did not answer has waited for the same Redis.
            failure.ifPresent(
                    undecided -> line.forEach(waiting -> waiting.round().answer(waiting.index(), undecided)));
            if (failure.isEmpty() && line != NOBODY) {
                next.add(Flight.of(flight.key(), line));
            }
        }
        depart(next);
        at = 0;
        for (var flight : flights) {
            for (var question : flight.questions()) {
                question.deliver(answers.get(at++));
            }
        }
    }

    private void broken(List<Flight> flights, Throwable broken) {
        for (var flight : flights) {
            nextLine(flight.key(), true).forEach(waiting -> waiting.round().fail(broken));
            flight.questions()
                    .forEach(question ->
                            question.parts().forEach(waiting -> waiting.round().fail(broken)));
        }
    }

    /** @param last whether nothing of this key is under way from now on */
    private List<Waiting> nextLine(Key key, boolean last) {
        var taken = new ArrayList<List<Waiting>>(1);
        lines.compute(key, (any, line) -> {
            taken.add(line);
            return last || line == NOBODY ? null : NOBODY;
        });
        return taken.getFirst();
    }
}
