package dev.hotstate.monitor.schedule;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * How many checks this process runs at once, and for whom.
 *
 * <p>A check begins in the fast lane, whose length decides how much is claimed. One that takes longer than a moment moves to
 * the slow lane and makes room, so that targets that hang delay nobody else. The slow lane is bounded, too: while it is full,
 * hosts that are known to be slow have to wait, and only they. A single host has a bound of its own; who comes to a quick one in
 * a crowd stands in line for a moment, in which it is usually served, and to a slow one not at all.
 *
 * <p>So there are usually at most {@code fastMax + slowMax} checks under way. When a network goes away, many hosts begin to hang
 * of which nobody could know; then there may be three times as many until these are known, and never more: sockets are not
 * without end.
 */
final class CheckSlots {

    private static final int OVERFLOW = 3;
    private static final int LINE_PER_PLACE = 4;

    /** More than the longest interval: whose last check began before that is checked by nobody any more. */
    private static final long FORGET_AFTER_NANOS = Duration.ofHours(25).toNanos();

    /** A host with checks under way, or whose last one was slow. */
    private static final class Host {
        private final Deque<Waiting> line = new ArrayDeque<>();
        private int underWay;
        private int slow;
        private boolean slowLast;
        private long begunNanos;

        boolean isKnownToBeSlow() {
            return slow > 0 || slowLast;
        }

        boolean isForgettable() {
            return underWay == 0 && !slowLast;
        }
    }

    /** A check that stands in line. */
    private record Waiting(Host host, long sinceNanos, CompletableFuture<Optional<Slot>> turn) {}

    private final int fastMax;
    private final int slowMax;
    private final int perHostMax;
    private final long slowAfterNanos;
    private final long patienceNanos;

    /** Who was checked last is last. */
    private final SequencedMap<String, Host> hosts = new LinkedHashMap<>();

    private final Deque<Slot> young = new ArrayDeque<>();
    private final Deque<Waiting> lines = new ArrayDeque<>();
    private int fast;
    private int slow;
    private int inLine;

    /** @param patience how long a check stands in line at most */
    CheckSlots(int fastMax, int slowMax, int perHostMax, Duration slowAfter, Duration patience) {
        this.fastMax = fastMax;
        this.slowMax = slowMax;
        this.perHostMax = perHostMax;
        this.slowAfterNanos = slowAfter.toNanos();
        this.patienceNanos = patience.toNanos();
    }

    static CheckSlots of(ScheduleConfig config) {
        return new CheckSlots(
                config.checksMax(),
                config.slowChecksMax(),
                config.checksPerHostMax(),
                config.slowAfter(),
                config.hostPause());
    }

    /** How many more checks may begin. */
    synchronized int free() {
        return Math.max(0, Math.min(fastMax - fast, roomInAll()) - inLine);
    }

    private int roomInAll() {
        return OVERFLOW * (fastMax + slowMax) - fast - slow;
    }

    synchronized int underWay() {
        return fast + slow;
    }

    /** A place for a check of this host; none if the host has to wait. */
    synchronized Optional<Slot> enter(String host, long nowNanos) {
        var known = hosts.computeIfAbsent(host, name -> new Host());
        boolean waits = roomInAll() <= 0 || known.underWay >= perHostMax || slow >= slowMax && known.isKnownToBeSlow();
        if (waits) {
            hosts.computeIfPresent(host, (name, waiting) -> waiting.isForgettable() ? null : waiting);
            return Optional.empty();
        }
        return Optional.of(place(host, known, nowNanos));
    }

    private Slot place(String name, Host host, long nowNanos) {
        host.underWay++;
        host.begunNanos = nowNanos;
        hosts.putLast(name, host);
        fast++;
        var slot = new Slot(name, host, nowNanos);
        young.add(slot);
        return slot;
    }

    /**
     * A place in line, for whom {@link #enter} has none: its turn, or that it did not come in time.
     *
     * @return empty if the host is slow, or the lines as long as they may be
     */
    synchronized Optional<CompletionStage<Optional<Slot>>> queue(String name, long nowNanos) {
        var atOnce = enter(name, nowNanos);
        if (atOnce.isPresent()) {
            return Optional.of(CompletableFuture.completedStage(atOnce));
        }
        var host = hosts.get(name);
        if (host == null || host.underWay < perHostMax || host.isKnownToBeSlow() || isFull(host.line)) {
            return Optional.empty();
        }
        var waiting = new Waiting(host, nowNanos, new CompletableFuture<>());
        host.line.add(waiting);
        lines.add(waiting);
        inLine++;
        return Optional.of(waiting.turn);
    }

    /** Half of the fast lane is for others, whatever the crowds. */
    private boolean isFull(Deque<Waiting> line) {
        return line.size() >= LINE_PER_PLACE * perHostMax || inLine >= fastMax / 2;
    }

    /**
     * Moves what has become slow to its lane, sends away who stands in line for too long or for what has become slow, and forgets
     * hosts that nobody checks any more.
     */
    void age(long nowNanos) {
        var sentAway = new ArrayList<Waiting>();
        synchronized (this) {
            while (!young.isEmpty() && nowNanos - young.peek().begunNanos >= slowAfterNanos) {
                sentAway.addAll(young.remove().turnSlow());
            }
            while (!lines.isEmpty() && nowNanos - lines.peek().sinceNanos >= patienceNanos) {
                var waiting = lines.remove();
                if (waiting.host.line.remove(waiting)) {
                    sentAway.add(waiting);
                }
            }
            inLine -= sentAway.size();
            forget(nowNanos);
        }
        sentAway.forEach(waiting -> waiting.turn.complete(Optional.empty()));
    }

    private void forget(long nowNanos) {
        for (var first = hosts.firstEntry();
                first != null
                        && first.getValue().underWay == 0
                        && nowNanos - first.getValue().begunNanos >= FORGET_AFTER_NANOS;
                first = hosts.firstEntry()) {
            hosts.pollFirstEntry();
        }
    }

    /** The place of one check. Given back twice: first the host, when the target has answered, then the place. */
    final class Slot {

        private final String name;
        private final Host host;
        private final long begunNanos;
        private boolean answered;
        private boolean closed;
        private boolean isSlow;
        private boolean wasSlowToAnswer;

        private Slot(String name, Host host, long begunNanos) {
            this.name = name;
            this.host = host;
            this.begunNanos = begunNanos;
        }

        /** @return who does not stand in line for that host any more */
        private List<Waiting> turnSlow() {
            if (closed) {
                return List.of();
            }
            fast--;
            slow++;
            isSlow = true;
            if (answered) {
                return List.of();
            }
            wasSlowToAnswer = true;
            host.slow++;
            var line = List.copyOf(host.line);
            host.line.clear();
            return line;
        }

        /** The target is done with it; its result may still be on its way. */
        void answered(long nowNanos) {
            Waiting next;
            Slot place = null;
            synchronized (CheckSlots.this) {
                if (answered) {
                    return;
                }
                answered = true;
                host.underWay--;
                host.slow -= wasSlowToAnswer ? 1 : 0;
                host.slowLast = wasSlowToAnswer;
                next = host.line.poll();
                if (next != null) {
                    inLine--;
                    place = place(name, host, nowNanos);
                } else if (host.isForgettable()) {
                    hosts.remove(name, host);
                }
            }
            if (next != null) {
                next.turn.complete(Optional.of(place));
            }
        }

        void close(long nowNanos) {
            answered(nowNanos);
            synchronized (CheckSlots.this) {
                if (closed) {
                    return;
                }
                closed = true;
                if (isSlow) {
                    slow--;
                } else {
                    fast--;
                }
            }
        }
    }
}
