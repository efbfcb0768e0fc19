package dev.hotstate.kit.testing.redis;

/** How a replica takes over. */
public enum FailoverMode {
    /** With the master's consent: it stops writes until the replica has everything, nothing is lost. */
    GRACEFUL,
    /** Without the master, with the votes of the others: for a dead or frozen master. */
    FORCE,
    /** Without asking anybody: for a cluster without a majority. */
    TAKEOVER
}
