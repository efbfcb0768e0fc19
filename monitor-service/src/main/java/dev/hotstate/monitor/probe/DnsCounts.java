package dev.hotstate.monitor.probe;

import org.jspecify.annotations.Nullable;

/**
 * How many records an answer of a name server had, of any type.
 *
 * @param serial of the zone, where the start of authority was asked for
 */
public record DnsCounts(
        int answers,
        int authorities,
        int additionals,
        @Nullable Long serial) {}
