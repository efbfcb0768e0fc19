/** Recording in a Quarkus application: on where {@code hotstate.recording.url} names a gateway. */
@NullMarked
package dev.hotstate.metrics.client.quarkus;

import org.jspecify.annotations.NullMarked;
