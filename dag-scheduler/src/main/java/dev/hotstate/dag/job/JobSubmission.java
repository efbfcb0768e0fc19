package dev.hotstate.dag.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.job.JobSnapshot.Stopping;
import dev.hotstate.dag.platform.DagFailure.InvalidTask;
import dev.hotstate.dag.platform.DagFailure.JobIdTaken;
import dev.hotstate.dag.task.FollowUps;
import dev.hotstate.dag.webhook.JobSecrets;
import dev.hotstate.kit.http.egress.EgressGuard;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.secret.SecretSealer;
import dev.hotstate.kit.http.webhook.WebhookSecret;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes an order: Postgres first, then Redis. What is stored will run: if this process ends in between, the sweeper submits it,
 * and a caller who got no answer and asks again gets the answer that belongs to the id.
 */
@Singleton
public class JobSubmission {

    private static final Logger LOG = Logger.getLogger(JobSubmission.class);
    private static final String ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int ID_LENGTH = 20;
    /** Tasks of a job that its submitter finds in Redis when the call returns. */
    static final int WAITED_FOR_MAX = 10_000;

    private static final Duration SOON = Duration.ofMillis(200);
    private static final Duration SOON_AT_MOST = Duration.ofSeconds(1);
    private static final int TRIES_MAX = 3;

    private final JobStore store;
    private final JobLoader loader;
    private final FollowUps followUps;
    private final SecretSealer sealer;
    private final PayloadSecrets secrets;
    private final EgressGuard guard;
    private final ObjectMapper json;
    private final SecureRandom random = new SecureRandom();

    JobSubmission(
            JobStore store,
            JobLoader loader,
            FollowUps followUps,
            SecretSealer sealer,
            PayloadSecrets secrets,
            EgressGuard guard,
            ObjectMapper json) {
        this.secrets = secrets;
        this.guard = guard;
        this.store = store;
        this.loader = loader;
        this.followUps = followUps;
        this.sealer = sealer;
        this.json = json;
    }

    public String newId() {
        var id = new StringBuilder("job_");
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(ID_LETTERS.charAt(random.nextInt(ID_LETTERS.length())));
        }
        return id.toString();
    }

    /** Fails with {@link JobIdTaken} if another order has the id. */
    public Uni<SubmittedJob> submit(JobOrder order) {
        refuseForbiddenTarget(order.webhook());
        var hash = hashOf(order);
        var drawn = drawnSecret(order);
        return secrets.seal(order.id(), order.tasks())
                .map(order::withTasks)
                .chain(closed -> sealedSecret(order, drawn)
                        .chain(secret -> store.insert(closed, hash, secret.orElse(null)))
                        .chain(stored ->
                                stored.isPresent() ? fresh(closed, stored.get(), drawn) : again(closed, hash)));
    }

    /** Nobody else has it in hand: what is loaded is what was ordered, and need not be read back. */
    private Uni<SubmittedJob> fresh(JobOrder order, Instant createdAt, @Nullable String drawn) {
        var stored = JobStore.isStoredAtOnce(order)
                ? Uni.createFrom().item(Optional.<Stopping>empty())
                : store.storeTasks(order);
        return stored.map(stopping -> JobSnapshot.ordered(order, createdAt, stopping.orElse(null)))
                .chain(snapshot -> orLeaveToTheSweeper(
                        order, followed(order.id(), loader.load(snapshot)).replaceWithVoid()))
                .replaceWith(answer(order, true, drawn));
    }

    /** An order that was stored before: whatever of it has not been done yet is done now. */
    private Uni<SubmittedJob> again(JobOrder order, byte[] hash) {
        return store.known(order.id()).chain(known -> {
            if (known.isEmpty() || !known.get().isSame(hash)) {
                return Uni.createFrom().failure(new JobIdTaken(order.id()));
            }
            var stored = known.get().stored()
                    ? Uni.createFrom().voidItem()
                    : store.storeTasks(order).replaceWithVoid();
            var loaded = known.get().submitted()
                    ? Uni.createFrom().voidItem()
                    : orLeaveToTheSweeper(order, submitStored(order.id()).replaceWithVoid());
            return stored.chain(() -> loaded).replaceWith(answer(order, false, null));
        });
    }

    /**
     * The order is safe in Postgres: that Redis can't take it now is no reason to refuse it. Nor does anybody wait until a
     * very large one is there.
     */
    private Uni<Void> orLeaveToTheSweeper(JobOrder order, Uni<Void> load) {
        var loaded = load.onFailure()
                .invoke(failure -> {
                    LOG.warnf("job %s is submitted later: %s", order.id(), failure.getMessage());
                    tryAgainSoon(order.id());
                })
                .onFailure()
                .recoverWithNull();
        if (order.tasks().size() <= WAITED_FOR_MAX) {
            return loaded;
        }
        return Uni.createFrom().voidItem().invoke(() -> loaded.subscribe().with(done -> {}));
    }

    /** Most troubles are short, and the sweeper waits until nobody else can be at it any more. Loading twice is safe. */
    private void tryAgainSoon(String job) {
        Uni.createFrom()
                .voidItem()
                .onItem()
                .delayIt()
                .by(SOON)
                .chain(() -> submitStored(job))
                .onFailure()
                .retry()
                .withBackOff(SOON, SOON_AT_MOST)
                .atMost(TRIES_MAX)
                .subscribe()
                .with(loaded -> {}, failure -> LOG.warnf("job %s waits for the sweeper", job));
    }

    /** Said now rather than found out when the job has ended; it is looked at again when it is sent. */
    private void refuseForbiddenTarget(JobOrder.@Nullable CompletionHook hook) {
        if (hook != null) {
            guard.objection(hook.url().getHost()).ifPresent(objection -> {
                throw new InvalidTask(List.of(FieldError.at("/webhook/url", objection)));
            });
        }
    }

    /** Whether this instance is at it: a large one takes as long as it takes. */
    public boolean isUnderWay(String job) {
        return loader.isLoading(job);
    }

    /** Loads a job that is stored into Redis. What the sweeper and a rebuild do. */
    public Uni<Optional<LoadOutcome>> submitStored(String job) {
        return store.run(job)
                .chain(found -> found.map(run -> followed(job, loader.load(job, run, () -> store.snapshot(job)))
                                .map(Optional::of))
                        .orElseGet(() -> Uni.createFrom().item(Optional.empty())));
    }

    private Uni<LoadOutcome> followed(String job, Uni<LoadOutcome> load) {
        return load.invoke(outcome -> {
                    if (outcome instanceof LoadOutcome.Started started) {
                        followUps.of(started.aftermath());
                    }
                })
                .call(outcome -> outcome instanceof LoadOutcome.Superseded
                        ? Uni.createFrom().voidItem()
                        : store.markSubmitted(job));
    }

    private static SubmittedJob answer(JobOrder order, boolean created, @Nullable String drawn) {
        return new SubmittedJob(order.id(), order.tasks().size(), created, drawn);
    }

    private static @Nullable String drawnSecret(JobOrder order) {
        var hook = order.webhook();
        return hook != null && hook.secret() == null ? WebhookSecret.generate() : null;
    }

    private Uni<Optional<byte[]>> sealedSecret(JobOrder order, @Nullable String drawn) {
        var hook = order.webhook();
        if (hook == null) {
            return Uni.createFrom().item(Optional.empty());
        }
        var secret = drawn == null ? hook.secret() : drawn;
        return sealer.seal(secret, JobSecrets.context(order.id())).map(Optional::of);
    }

    /** Of the order as it was understood: spaces, the order of fields and the key of its sender do not matter. */
    private byte[] hashOf(JobOrder order) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(json.writeValueAsBytes(List.of(order.asWritten())));
        } catch (NoSuchAlgorithmException | JsonProcessingException e) {
            throw new IllegalStateException("an order can always be written and hashed", e);
        }
    }
}
