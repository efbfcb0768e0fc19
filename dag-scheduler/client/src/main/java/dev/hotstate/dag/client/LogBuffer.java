package dev.hotstate.dag.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lines of one attempt that were not sent yet. Each line has a number, so that lines sent twice are kept once. A handler that
 * writes faster than lines are sent loses the middle, and the log says how much.
 */
final class LogBuffer {

    static final int LINES_PER_CALL = 500;
    private static final int LINES_MAX = 5_000;
    private static final int LENGTH_MAX = 4_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final List<String> lines = new ArrayList<>();
    private long firstSeq;
    private long lost;

    /** @param firstSeq number of the first line */
    record Chunk(long firstSeq, List<String> lines) {}

    void add(String line) {
        lock.lock();
        try {
            if (lines.size() >= LINES_MAX) {
                lost++;
                return;
            }
            if (lost > 0) {
                lines.add("… " + lost + " lines were lost here");
                lost = 0;
            }
            lines.add(line.length() <= LENGTH_MAX ? line : line.substring(0, LENGTH_MAX - 1) + "…");
        } finally {
            lock.unlock();
        }
    }

    /** What is to be sent next; stays here until it was {@link #sent}. */
    Optional<Chunk> next() {
        lock.lock();
        try {
            return lines.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Chunk(
                            firstSeq, List.copyOf(lines.subList(0, Math.min(lines.size(), LINES_PER_CALL)))));
        } finally {
            lock.unlock();
        }
    }

    void sent(Chunk chunk) {
        lock.lock();
        try {
            int known = (int) Math.max(0, chunk.firstSeq() + chunk.lines().size() - firstSeq);
            lines.subList(0, Math.min(known, lines.size())).clear();
            firstSeq += known;
        } finally {
            lock.unlock();
        }
    }
}
