/** Records what a JAX-RS application answers. */
@NullMarked
package dev.hotstate.metrics.client.jaxrs;

import org.jspecify.annotations.NullMarked;
