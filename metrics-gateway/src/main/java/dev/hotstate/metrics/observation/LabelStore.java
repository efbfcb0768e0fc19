package dev.hotstate.metrics.observation;

import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisRouter;
import dev.hotstate.kit.redis.connection.Reply;
import dev.hotstate.kit.redis.script.Script;
import dev.hotstate.kit.redis.script.Scripts;
import dev.hotstate.metrics.platform.MetricsKeys;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The labels that are counted apart, and how many were not. */
@Singleton
public class LabelStore {

    /** All labels that are not counted apart. */
    public static final String OTHER = "__other__";

    static final Script<AdmitWord> ADMIT_LABELS = Script.load("lua/observation/admit_labels.lua", AdmitWord.class);

    private static final int LABELS_PER_CALL = 500;

    private final RedisRouter router;
    private final Scripts scripts;
    private final MetricsKeys keys;
    private final Duration deadline;

    LabelStore(RedisRouter router, Scripts scripts, MetricsKeys keys, RecordingConfig config) {
        this.router = router;
        this.scripts = scripts;
        this.keys = keys;
        this.deadline = config.deadline();
    }

    /** Gives those that have no place. */
    Uni<Collection<String>> admit(LabelKind kind, Collection<String> labels, int most) {
        return Multi.createFrom()
                .iterable(labels)
                .group()
                .intoLists()
                .of(LABELS_PER_CALL)
                .onItem()
                .transformToUniAndConcatenate(some -> admitSome(kind, some, most))
                .collect()
                .in(ArrayList<String>::new, List::addAll)
                .map(folded -> folded);
    }

    private Uni<List<String>> admitSome(LabelKind kind, List<String> labels, int most) {
        var args = new ArrayList<Object>(labels.size() + 1);
        args.add(most);
        args.addAll(labels);
        return scripts.run(ADMIT_LABELS, keys.labels(kind.word()))
                .idempotent()
                .within(deadline)
                .args(args.toArray())
                .map(reply -> reply.textsFrom(0));
    }

    /** At most as many as are counted apart. */
    public Uni<Set<String>> all(LabelKind kind) {
        return router.send(Command.of("SMEMBERS").key(keys.labels(kind.word())), deadline)
                .map(reply -> reply.stream().map(Reply::text).collect(Collectors.toUnmodifiableSet()));
    }

    /** How many are counted apart. */
    public Uni<Long> taken(LabelKind kind) {
        return router.send(Command.of("SCARD").key(keys.labels(kind.word())), deadline)
                .map(Reply::integer);
    }

    Uni<Void> addFolded(Collection<String> labels) {
        var command = Command.of("PFADD").key(keys.foldedLabels()).idempotent();
        labels.forEach(command::arg);
        return router.send(command, deadline).replaceWithVoid();
    }

    /** About how many different ones were counted together. */
    public Uni<Long> folded() {
        return router.send(Command.of("PFCOUNT").key(keys.foldedLabels())).map(Reply::integer);
    }
}
