/** Authenticated encryption of small values under named keys, which can be rotated. */
@NullMarked
package dev.hotstate.kit.redis.encryption;

import org.jspecify.annotations.NullMarked;
