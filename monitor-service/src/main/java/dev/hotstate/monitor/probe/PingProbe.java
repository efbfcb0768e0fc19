package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.Destination;
import dev.hotstate.kit.http.egress.EgressGuard;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Runs the system's ping: an echo request needs a right that a service should not have, and ping has it by itself on most
 * machines. Each runs on a virtual thread, which waits for the process.
 */
final class PingProbe {

    private static final int OUTPUT_MAX = 4 << 10;
    private static final long FAREWELL_MILLIS = 200;

    private final EgressGuard guard;
    private final String command;
    private final Semaphore processes;

    PingProbe(EgressGuard guard, ProbeConfig config) {
        this.guard = guard;
        this.command = config.pingCommand();
        this.processes = new Semaphore(config.pingsMax());
    }

    void run(PingTarget target, Check check) {
        check.enter(Check.Phase.DNS);
        guard.admit(target.host(), 0).subscribe().with(destination -> begin(target, destination, check), check::fail);
    }

    private void begin(PingTarget target, Destination destination, Check check) {
        // What comes later than the timeout from here on is the answer.
        check.enter(Check.Phase.FIRST_BYTE);
        Thread.ofVirtual().start(() -> ping(target, destination, check));
    }

    private void ping(PingTarget target, Destination destination, Check check) {
        try {
            // Half of the time, so that the check has not ended before it can say why.
            if (!processes.tryAcquire(check.remainingMillis() / 2, TimeUnit.MILLISECONDS)) {
                tell(check, () -> check.unknown("Too many pings wait for each other"));
                return;
            }
            try {
                var outcome = run(destination, check.remainingMillis());
                tell(check, () -> judge(target, check, outcome));
            } finally {
                processes.release();
            }
        } catch (IOException e) {
            tell(
                    check,
                    () -> check.unknown(
                            "There is no ping on this machine: install iputils-ping, or set monitor.probe.ping-command"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            tell(check, () -> check.unknown("The check was interrupted"));
        }
    }

    private PingOutput run(Destination destination, int millis) throws IOException, InterruptedException {
        // Whole seconds, which all pings understand. The check itself ends in time.
        int seconds = Math.ceilDiv(millis, 1_000);
        var process = new ProcessBuilder(
                        command,
                        "-n",
                        "-c",
                        "1",
                        "-W",
                        String.valueOf(seconds),
                        destination.address().getHostAddress())
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().close();
            boolean ended = process.waitFor(millis + FAREWELL_MILLIS, TimeUnit.MILLISECONDS);
            return ended ? new PingOutput(process.exitValue(), text(process.getInputStream())) : PingOutput.NO_REPLY;
        } finally {
            process.destroyForcibly();
        }
    }

    private static void judge(PingTarget target, Check check, PingOutput output) {
        output.failure()
                .ifPresentOrElse(
                        failure -> {
                            if (failure.reason() == Reason.SELF_FAULT) {
                                check.unknown(failure.message());
                            } else {
                                check.down(failure.reason(), failure.message());
                            }
                        },
                        () -> {
                            output.roundTripNanos().ifPresent(check::roundTrip);
                            output.hopLimit().ifPresent(check::hopLimit);
                            LatencyPolicy.judge(check, target.latencyMax());
                        });
    }

    private static String text(InputStream output) throws IOException {
        return new String(output.readNBytes(OUTPUT_MAX), StandardCharsets.UTF_8);
    }

    /** Back to the event loop of the check. */
    private static void tell(Check check, Runnable outcome) {
        check.loop().runOnContext(ignored -> outcome.run());
    }
}
