package dev.hotstate.monitor.probe;

import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.impl.ContextInternal;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One check under way: measures its phases and ends once, at the latest when its time is up. Belongs to one event loop, on
 * which all methods are called; a call after the end changes nothing.
 */
final class Check {

    enum Phase {
        DNS,
        CONNECT,
        TLS,
        FIRST_BYTE,
        TRANSFER,
        /** Our own work on an answer that is here as a whole: no part of the time that the target took. */
        JUDGEMENT
    }

    private static final int PHASES = Phase.values().length;

    private final ContextInternal loop;
    private final UniEmitter<? super Observation> caller;
    private final long begunNanos = System.nanoTime();
    private final long endNanos;
    private final ScheduledFuture<?> alarm;
    private final long[] nanos = new long[PHASES];
    private @Nullable Phase phase;
    private long enteredNanos;
    private @Nullable Channel channel;
    private @Nullable InetAddress address;
    private boolean secure;
    private @Nullable Integer certificateDays;
    private @Nullable Instant certificateEnd;
    private @Nullable TrustedChain chain;
    private @Nullable String tlsVersion;
    private int statusCode;
    private double httpVersion;
    private int redirects;
    private long contentLength = -1;
    private @Nullable String lastModified;
    private long bodyLength;
    private long tookNanos;
    private @Nullable DnsCounts dns;
    private @Nullable Integer hopLimit;
    private boolean ended;

    Check(ContextInternal loop, UniEmitter<? super Observation> caller, Duration timeout) {
        this.loop = loop;
        this.caller = caller;
        this.endNanos = begunNanos + timeout.toNanos();
        this.alarm = loop.nettyEventLoop().schedule(this::timeIsUp, timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    ContextInternal loop() {
        return loop;
    }

    boolean hasEnded() {
        return ended;
    }

    /** What of the timeout is left; at least 1. */
    int remainingMillis() {
        return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime()));
    }

    long elapsedNanos() {
        return tookNanos > 0 ? tookNanos : System.nanoTime() - begunNanos;
    }

    /** Measured by somebody who knows better than our clock, which also saw the start of a process. */
    void roundTrip(long measuredNanos) {
        tookNanos = measuredNanos;
    }

    /** All of the answer is here, and has to be judged: what that takes says nothing about the target. */
    void received() {
        enter(Phase.JUDGEMENT);
        tookNanos = enteredNanos - begunNanos;
    }

    /** Begins a part, and so ends the one before. A part entered again, after a redirect, adds up. */
    void enter(Phase next) {
        long now = System.nanoTime();
        leave(now);
        phase = next;
        enteredNanos = now;
    }

    /** The connection that belongs to the check from now on; the one before is closed. */
    void use(Channel connection) {
        closeChannel();
        if (ended) {
            connection.close();
        } else {
            channel = connection;
        }
    }

    void connectedTo(InetAddress place, boolean overTls) {
        address = place;
        secure = overTls;
    }

    void tls(String version) {
        tlsVersion = version;
    }

    /**
     * @param end  of the first of the chain that ends
     * @param days that the certificate of the host has left
     */
    void certificate(Instant end, int days) {
        certificateEnd = end;
        certificateDays = days;
    }

    void trusted(TrustedChain found) {
        chain = found;
    }

    void answered(int status, double version, long declaredLength, @Nullable String declaredChange) {
        lastModified = declaredChange;
        statusCode = status;
        httpVersion = version;
        contentLength = declaredLength;
        bodyLength = 0;
    }

    void read(int bytes) {
        bodyLength += bytes;
    }

    void hopLimit(int left) {
        hopLimit = left;
    }

    void counted(DnsCounts counts) {
        dns = counts;
    }

    long bodyLength() {
        return bodyLength;
    }

    /** @return how often this happened by now */
    int redirected() {
        return ++redirects;
    }

    @Nullable
    Integer certificateDays() {
        return certificateDays;
    }

    void up() {
        end(Verdict.UP, Reason.OK, "");
    }

    void down(Reason reason, String message) {
        end(Verdict.DOWN, reason, message);
    }

    void unknown(String message) {
        end(Verdict.UNKNOWN, Reason.SELF_FAULT, message);
    }

    void fail(Throwable failure) {
        end(FailurePolicy.name(failure, phase));
    }

    /** On whatever thread: nobody waits any more, because the result is told or because they left. */
    void abandonUnlessEnded() {
        if (!ended) {
            loop.runOnContext(ignored -> abandon());
        }
    }

    private void abandon() {
        if (!ended) {
            ended = true;
            alarm.cancel(false);
            closeChannel();
        }
    }

    private void timeIsUp() {
        end(FailurePolicy.timeout(phase));
    }

    private void end(FailurePolicy.Named named) {
        end(named.reason() == Reason.SELF_FAULT ? Verdict.UNKNOWN : Verdict.DOWN, named.reason(), named.message());
    }

    private void end(Verdict verdict, Reason reason, String message) {
        if (ended) {
            return;
        }
        ended = true;
        alarm.cancel(false);
        long now = System.nanoTime();
        leave(now);
        closeChannel();
        var result = new ProbeResult(
                verdict, reason, statusCode, elapsedNanos() / 1_000, phases(), certificateDays, message);
        var seen = new Observation(
                result,
                address,
                secure,
                certificateEnd,
                chain,
                tlsVersion,
                httpVersion,
                redirects,
                contentLength,
                lastModified,
                bodyLength,
                dns,
                hopLimit);
        loop.emit(seen, caller::complete);
    }

    private void leave(long now) {
        if (phase != null) {
            nanos[phase.ordinal()] += now - enteredNanos;
        }
        phase = null;
    }

    private void closeChannel() {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }

    private Phases phases() {
        return new Phases(nanos[0] / 1_000, nanos[1] / 1_000, nanos[2] / 1_000, nanos[3] / 1_000, nanos[4] / 1_000);
    }
}
