/** What ties dag-scheduler to the kit. Knows no capability. */
@NullMarked
package dev.hotstate.dag.platform;

import org.jspecify.annotations.NullMarked;
