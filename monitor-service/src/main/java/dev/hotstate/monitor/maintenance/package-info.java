/**
 * Times in which people expect a target to be down: no alert is sent then. Checks go on, incidents are recorded, history is
 * kept; only the alerts stay silent, and one that is still true when the window ends is sent then.
 */
@NullMarked
package dev.hotstate.monitor.maintenance;

import org.jspecify.annotations.NullMarked;
