/** How the service is doing, for people and for the map. */
@NullMarked
package dev.hotstate.driver.overview;

import org.jspecify.annotations.NullMarked;
