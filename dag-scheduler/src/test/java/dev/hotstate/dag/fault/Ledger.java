package dev.hotstate.dag.fault;

import dev.hotstate.dag.fault.Note.Kind;
import dev.hotstate.dag.task.RandomJobs;
import dev.hotstate.dag.task.RandomJobs.PlannedJob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Holds the notes of workers against what may never happen. */
final class Ledger {

    private final Map<String, PlannedJob> jobs;
    private final Collection<Note> notes;
    private final Map<String, Long> durableSince;
    private final boolean redisKeepsAll;

    /**
     * @param durableSince when Postgres was first seen to know the end of a task
     * @param redisKeepsAll whether Redis lost nothing: then what was answered counts as much as what Postgres has
     */
    Ledger(
            Map<String, PlannedJob> jobs,
            Collection<Note> notes,
            Map<String, Long> durableSince,
            boolean redisKeepsAll) {
        this.jobs = jobs;
        this.notes = notes;
        this.durableSince = durableSince;
        this.redisKeepsAll = redisKeepsAll;
    }

    List<String> violations() {
        var violations = new ArrayList<String>();
        var over = new HashMap<>(durableSince);
        if (redisKeepsAll) {
            notesOf(Kind.COMPLETED).forEach(note -> over.merge(note.task(), note.to(), Math::min));
        }
        var endingSince = new HashMap<String, Long>();
        notesOf(Kind.ENDING).forEach(note -> endingSince.merge(note.task(), note.from(), Math::min));
        var attempts = new HashSet<String>();
        for (var taken : notesOf(Kind.TAKEN)) {
            var ended = over.get(taken.task());
            if (ended != null && ended < taken.from()) {
                violations.add("handed out after its end was known: " + taken);
            }
            if (!attempts.add(taken.task() + " " + taken.attempt())) {
                violations.add("the same attempt was handed out twice: " + taken);
            }
            unendedParents(taken, endingSince)
                    .forEach(parent -> violations.add("begun before " + parent + ": " + taken));
        }
        if (redisKeepsAll) {
            var completed = new HashSet<String>();
            notesOf(Kind.COMPLETED).stream()
                    .filter(note -> !completed.add(note.task()))
                    .forEach(note -> violations.add("accepted twice: " + note));
        }
        return violations;
    }

    private List<String> unendedParents(Note taken, Map<String, Long> endingSince) {
        int dot = taken.task().indexOf('.');
        var job = jobs.get(taken.task().substring(0, dot));
        return RandomJobs.awaitedParents(job, taken.task().substring(dot + 1)).stream()
                .filter(parent -> endingSince.getOrDefault(job.id() + "." + parent, Long.MAX_VALUE) > taken.to())
                .toList();
    }

    private List<Note> notesOf(Kind kind) {
        return notes.stream().filter(note -> note.kind() == kind).toList();
    }
}
