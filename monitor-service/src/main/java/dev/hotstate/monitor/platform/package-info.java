/** What ties monitor-service to the kit. Knows no capability. */
@NullMarked
package dev.hotstate.monitor.platform;

import org.jspecify.annotations.NullMarked;
