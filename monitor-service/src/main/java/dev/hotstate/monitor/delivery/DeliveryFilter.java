package dev.hotstate.monitor.delivery;

import org.jspecify.annotations.Nullable;

/** Which deliveries are wanted; null: all. */
record DeliveryFilter(
        @Nullable DeliveryState state,
        @Nullable String channel,
        @Nullable String incident) {}
