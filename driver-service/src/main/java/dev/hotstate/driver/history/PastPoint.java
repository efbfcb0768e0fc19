package dev.hotstate.driver.history;

import dev.hotstate.driver.cell.GeoPoint;
import dev.hotstate.driver.position.Motion;
import java.time.Instant;

/** Where a driver was when, and how it moved. */
record PastPoint(long driver, Instant at, GeoPoint place, Motion motion) {}
