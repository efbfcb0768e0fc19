package dev.hotstate.driver.stream;

import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Who is there.
 *
 * @param truncated whether there are more than these
 */
@Schema(name = "MapSnapshot")
record MapSnapshot(Instant asOf, boolean truncated, List<DriverOnMap> drivers) {}
