/** What ties driver-service to the kit. Knows no capability. */
@NullMarked
package dev.hotstate.driver.platform;

import org.jspecify.annotations.NullMarked;
