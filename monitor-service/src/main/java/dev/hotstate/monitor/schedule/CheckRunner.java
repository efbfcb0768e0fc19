package dev.hotstate.monitor.schedule;

import dev.hotstate.monitor.definition.Monitor;
import dev.hotstate.monitor.definition.SecretVault;
import dev.hotstate.monitor.probe.Phases;
import dev.hotstate.monitor.probe.Probe;
import dev.hotstate.monitor.probe.ProbeResult;
import dev.hotstate.monitor.probe.ProbeSecrets;
import dev.hotstate.monitor.probe.Reason;
import dev.hotstate.monitor.probe.Verdict;
import dev.hotstate.monitor.result.CommitOutcome;
import dev.hotstate.monitor.result.Results;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Function;
import org.jboss.logging.Logger;

/** Runs one claimed check and hands in its result. Whatever goes wrong on our side is unknown, never down. */
@Singleton
final class CheckRunner {

    private static final Logger LOG = Logger.getLogger(CheckRunner.class);

    /** To open secrets takes no time; this is the net below it. */
    private static final Duration NET = Duration.ofSeconds(1);

    private final Probe probe;
    private final Function<Monitor, Uni<ProbeSecrets>> secrets;
    private final Results results;

    @Inject
    CheckRunner(Probe probe, SecretVault vault, Results results, ScheduleConfig config) {
        this(config.dryRun() ? new DryRun() : probe, vault::open, results);
        if (config.dryRun()) {
            LOG.warn("monitor.schedule.dry-run is on: no target is asked, every check says up");
        }
    }

    CheckRunner(Probe probe, Function<Monitor, Uni<ProbeSecrets>> secrets, Results results) {
        this.probe = probe;
        this.secrets = secrets;
        this.results = results;
    }

    /**
     * @param answered runs when the target is done, before the result is handed in
     * @param patience until the lease ends
     */
    Uni<CommitOutcome> run(Claim claim, Monitor monitor, Runnable answered, Lease patience) {
        return check(monitor)
                .onTermination()
                .invoke(answered)
                .chain(result ->
                        results.handIn(claim.monitor(), claim.fence(), monitor.version(), result, patience.left()));
    }

    private Uni<ProbeResult> check(Monitor monitor) {
        if (monitor.isPush()) {
            return Uni.createFrom().item(silence());
        }
        return opened(monitor)
                .chain(opened ->
                        probe.run(monitor.target(), opened, monitor.spec().timeout()))
                .onFailure()
                .recoverWithItem(failure -> selfFault(monitor, failure));
    }

    /** Most monitors have none. A probe ends by itself, so a timer for each check would only cost. */
    private Uni<ProbeSecrets> opened(Monitor monitor) {
        return monitor.sealedSecrets() == null
                ? Uni.createFrom().item(ProbeSecrets.NONE)
                : Uni.createFrom()
                        .deferred(() -> secrets.apply(monitor))
                        .ifNoItem()
                        .after(NET)
                        .fail();
    }

    private static ProbeResult silence() {
        return new ProbeResult(
                Verdict.DOWN, Reason.NO_HEARTBEAT, 0, 0, Phases.NONE, null, "The job has not reported in time.");
    }

    private static ProbeResult selfFault(Monitor monitor, Throwable failure) {
        LOG.warnf("%s could not be checked: %s", monitor.id(), failure.toString());
        return new ProbeResult(
                Verdict.UNKNOWN, Reason.SELF_FAULT, 0, 0, Phases.NONE, null, "The check could not be run.");
    }

    /** What is left of a lease by our own clock, counted from when the claim was sent. */
    record Lease(long askedNanos, Duration length) {

        Duration left() {
            return length.minusNanos(System.nanoTime() - askedNanos);
        }
    }
}
