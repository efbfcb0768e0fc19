package dev.hotstate.bench.race;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lets contestants run against each other in one run: all are started and warmed up first, then each takes a turn per
 * round. Among several the first round is a rehearsal that does not count, because every contestant that joins makes the
 * just-in-time compiler of a shared service reconsider what it had assumed for those before. A machine that slows down for a
 * minute slows all of them, which is why only ratios between contestants of the same race mean anything.
 */
public record Race(List<Contestant> contestants, int rounds, boolean isRehearsed) {

    public Race(List<Contestant> contestants, int rounds) {
        this(contestants, rounds, contestants.size() > 1);
    }

    /** Measured once: what takes minutes, or can happen only once, such as a cold start. */
    public static Race alone(Contestant contestant) {
        return new Race(List.of(contestant), 1, false);
    }

    public Race {
        contestants = List.copyOf(contestants);
        var names = new HashSet<String>();
        for (var contestant : contestants) {
            if (!names.add(contestant.name())) {
                throw new IllegalArgumentException("Two contestants are called " + contestant.name());
            }
        }
    }

    public List<Turn> run(Consumer<String> progress) throws IOException, InterruptedException {
        var started = new ArrayList<Contestant>();
        try {
            for (var contestant : contestants) {
                progress.accept("warming up " + contestant.name());
                started.add(contestant);
                contestant.start();
                contestant.warmUp();
            }
            if (isRehearsed) {
                rehearse(progress);
            }
            return measure(progress);
        } finally {
            for (var contestant : started.reversed()) {
                contestant.stop();
            }
        }
    }

    private void rehearse(Consumer<String> progress) throws IOException, InterruptedException {
        progress.accept("rehearsal");
        for (var contestant : contestants) {
            contestant.measure();
        }
    }

    private List<Turn> measure(Consumer<String> progress) throws IOException, InterruptedException {
        var turns = new ArrayList<Turn>();
        for (var round : Round.rounds(rounds, contestants)) {
            for (var contestant : round.order()) {
                progress.accept("round %d of %d: %s".formatted(round.number(), rounds, contestant.name()));
                turns.add(new Turn(round.number(), contestant.name(), contestant.measure()));
            }
        }
        return turns;
    }
}
