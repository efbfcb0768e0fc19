package dev.hotstate.kit.redis.connection;

/** A word of a command that only the connection can fill in, since it alone knows which process will read it. */
public enum ServerWord {

    /**
     * The run id of the Redis process that executes the command, wherever a redirect leads it: another one after each restart
     * of a node. Where the user may not ask for it, the address of the node.
     */
    RUN_ID
}
