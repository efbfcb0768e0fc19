package dev.hotstate.driver.stream;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What is different now.
 *
 * @param drivers that moved, came or changed their status
 * @param gone    ids of those that went elsewhere
 */
@Schema(name = "MapChanges")
record MapChanges(List<DriverOnMap> drivers, List<String> gone) {}
