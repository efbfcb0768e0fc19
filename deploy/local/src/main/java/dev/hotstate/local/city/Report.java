package dev.hotstate.local.city;

import org.jspecify.annotations.Nullable;

/** A point as phones send it: metres per second, degrees, metres. */
record Report(
        String id,
        double lat,
        double lon,
        double speed,
        @Nullable Double heading,
        double accuracy) {}
