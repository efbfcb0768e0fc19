package dev.hotstate.driver.registry;

import dev.hotstate.driver.platform.DriverFailure.DriverIdTaken;
import dev.hotstate.driver.platform.DriverFailure.DriverNotFound;
import dev.hotstate.kit.http.audit.AuditLog;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.PageRequest;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.postgres.Database;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;

/** Changes drivers: change and audit entry are one transaction. The log knows numbers only, so it may outlive the driver. */
@Singleton
class DriverAdministration {

    static final Paging PAGING = new Paging("drivers", 100, 1000);

    private final RegistryStore store;
    private final DriverIds ids;
    private final Profiles profiles;
    private final Erasure erasure;
    private final AuditLog audit;
    private final Database database;

    DriverAdministration(
            RegistryStore store, DriverIds ids, Profiles profiles, Erasure erasure, AuditLog audit, Database database) {
        this.store = store;
        this.ids = ids;
        this.profiles = profiles;
        this.erasure = erasure;
        this.audit = audit;
        this.database = database;
    }

    /** @param created whether it was not there before */
    record Written(Driver driver, boolean created) {}

    Uni<Page<Driver>> page(String idPart, PageRequest request) {
        var afterId = request.after().map(position -> position.text(0)).orElse("");
        return store.page(afterId, idPart, request.fetch())
                .map(found -> PAGING.page(request, found, driver -> Position.of(driver.id())));
    }

    Uni<Driver> create(String id, DriverProfile profile, Caller caller) {
        return database.inTransaction(transaction -> insert(transaction, id, profile, caller)
                        .map(inserted -> inserted.orElseThrow(DriverIdTaken::new)))
                .invoke(driver -> ids.keep(pair(driver)));
    }

    Uni<Written> put(String id, DriverProfile profile, Caller caller) {
        return database.inTransaction(transaction -> insert(transaction, id, profile, caller)
                        .chain(inserted -> inserted.isPresent()
                                ? Uni.createFrom().item(new Written(inserted.get(), true))
                                : update(transaction, id, profile, caller)))
                .invoke(written -> ids.keep(pair(written.driver())))
                .call(written -> profiles.changed(written.driver().number()));
    }

    /** When this is over Redis has forgotten the driver too, or will in a moment. */
    Uni<Void> erase(String id, Caller caller) {
        return database.inTransaction(transaction -> store.erase(transaction, id)
                        .map(number -> number.orElseThrow(DriverNotFound::new))
                        .call(number -> audit.record(transaction, caller, "driver.erased", object(number), Map.of())))
                .invoke(number -> ids.forget(id))
                .call(profiles::changed)
                .chain(number -> erasure.forget(number).onFailure().recoverWithNull());
    }

    private Uni<Optional<Driver>> insert(SqlConnection transaction, String id, DriverProfile profile, Caller caller) {
        return store.insert(transaction, id, profile)
                .call(inserted -> inserted.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : record(transaction, caller, "driver.created", inserted.get()));
    }

    private Uni<Written> update(SqlConnection transaction, String id, DriverProfile profile, Caller caller) {
        return store.update(transaction, id, profile)
                .map(updated -> updated.orElseThrow(DriverNotFound::new))
                .call(driver -> record(transaction, caller, "driver.changed", driver))
                .map(driver -> new Written(driver, false));
    }

    private Uni<Void> record(SqlConnection transaction, Caller caller, String action, Driver driver) {
        return audit.record(transaction, caller, action, object(driver.number()), Map.of("version", driver.version()));
    }

    private static DriverIds.Pair pair(Driver driver) {
        return new DriverIds.Pair(driver.id(), driver.number());
    }

    private static String object(long number) {
        return "driver " + number;
    }
}
