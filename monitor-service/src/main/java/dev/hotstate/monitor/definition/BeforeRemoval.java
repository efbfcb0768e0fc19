package dev.hotstate.monitor.definition;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;

/** What has to be done about a monitor in the transaction that deletes it, while it is still there. */
@FunctionalInterface
public interface BeforeRemoval {

    Uni<Void> beforeRemoval(SqlConnection transaction, String monitorId);
}
