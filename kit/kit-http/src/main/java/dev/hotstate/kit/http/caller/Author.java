package dev.hotstate.kit.http.caller;

/** Who makes a change, for the record: also where work is tried again later, and the request is not at hand there. */
public record Author(String actor, String requestId) {}
