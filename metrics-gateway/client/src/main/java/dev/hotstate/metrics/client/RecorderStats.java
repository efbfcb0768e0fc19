package dev.hotstate.metrics.client;

/**
 * What became of requests so far.
 *
 * @param sent the gateway has counted them
 * @param dropped there was no room, or they were no requests that the gateway would take
 * @param failed the gateway refused them, or could not be reached for too long
 * @param waiting to be sent
 */
public record RecorderStats(long sent, long dropped, long failed, int waiting) {}
