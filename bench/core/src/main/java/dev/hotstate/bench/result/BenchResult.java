package dev.hotstate.bench.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hotstate.bench.race.Turn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything a run of a benchmark measured: the raw values of every turn, so that other ratios can be computed later,
 * and what is needed to judge them.
 *
 * @param date day of the measurement, ISO
 * @param seconds from the first start to the last stop; 0 where nobody looked
 */
public record BenchResult(
        String name,
        String question,
        String date,
        boolean quick,
        long seconds,
        Machine machine,
        Map<String, String> versions,
        List<String> notes,
        List<Comparison> comparisons,
        List<Goal> goals,
        List<Turn> turns) {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    public static BenchResult read(Path file) throws IOException {
        return JSON.readValue(file.toFile(), BenchResult.class);
    }

    /** Writes {@code <name>.json} and {@code <name>.md} into the folder, over those of an earlier run. */
    public void write(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(name + ".json"), JSON.writeValueAsString(this) + "\n");
            Files.writeString(folder.resolve(name + ".md"), new ResultTable(this).markdown());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In the order of the first round, which is the order of the line-up. */
    Collection<String> contestants() {
        var names = new LinkedHashSet<String>();
        turns.forEach(turn -> names.add(turn.contestant()));
        return names;
    }

    /** What was measured of a contestant. */
    Set<String> metrics(String contestant) {
        var names = new LinkedHashSet<String>();
        turns.stream()
                .filter(turn -> turn.contestant().equals(contestant))
                .forEach(turn -> names.addAll(turn.sample().values().keySet()));
        return names;
    }

    Optional<Spread> spread(String contestant, String metric) {
        var values = byRound(contestant, metric).values();
        return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
    }

    /**
     * The ratio is taken within each round and only then summarised: what slows the machine for a while slows neighbours
     * in time alike and cancels out.
     */
    Optional<Spread> ratio(Comparison comparison, String contestant) {
        var own = byRound(contestant, comparison.metric());
        var reference = byRound(comparison.reference(), comparison.metric());
        own.keySet().retainAll(reference.keySet());
        own.replaceAll((round, value) -> value / reference.get(round));
        return own.isEmpty() ? Optional.empty() : Optional.of(Spread.of(own.values()));
    }

    Optional<Spread> judged(Goal goal) {
        var reference = goal.reference();
        return reference == null
                ? spread(goal.contestant(), goal.metric())
                : ratio(new Comparison(goal.metric(), reference), goal.contestant());
    }

    private Map<Integer, Double> byRound(String contestant, String metric) {
        var values = new LinkedHashMap<Integer, Double>();
        for (var turn : turns) {
            var value = turn.sample().values().get(metric);
            if (turn.contestant().equals(contestant) && value != null) {
                values.put(turn.round(), value);
            }
        }
        return values;
    }
}
