package dev.hotstate.kit.redis.live;

/** Passes on what it hears to those who watch on this instance. Must not block. */
public interface LiveListener {

    /** Whether anybody does; asked once a period. */
    boolean isWatched();

    void received(byte[] message);

    /** Who watches has to read the state anew. */
    void mayHaveMissedSome();
}
