/** What ties metrics-gateway to the kit. Knows no capability. */
@NullMarked
package dev.hotstate.metrics.platform;

import org.jspecify.annotations.NullMarked;
