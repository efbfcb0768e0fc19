/**
 * Envoy's rate limit service: limits by descriptors, asked by gRPC and by JSON, configured by the files of envoyproxy/ratelimit.
 * Each descriptor is decided by itself, as a demand of one policy.
 */
@NullMarked
package dev.hotstate.metrics.envoy;

import org.jspecify.annotations.NullMarked;
