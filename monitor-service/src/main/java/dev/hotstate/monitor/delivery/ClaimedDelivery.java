package dev.hotstate.monitor.delivery;

import dev.hotstate.monitor.alert.Alert;
import java.util.UUID;

/**
 * A delivery that this instance holds.
 *
 * @param attempts this one included
 * @param lease    without which its outcome does not count
 */
record ClaimedDelivery(long id, String channelId, String idempotencyKey, int attempts, UUID lease, Alert alert) {}
