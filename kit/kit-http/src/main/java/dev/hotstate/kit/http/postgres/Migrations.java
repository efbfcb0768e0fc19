package dev.hotstate.kit.http.postgres;

import dev.hotstate.kit.redis.start.StartGuard;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Brings the schema up to date, after the configuration was found fit and before anything reads a table. Flyway takes a lock,
 * so instances that start together wait for each other. It waits for a Postgres that is not there yet, but not for one that
 * refuses the login: that does not pass by itself.
 */
@Singleton
class Migrations {

    private final Flyway flyway;

    Migrations(Flyway flyway) {
        this.flyway = flyway;
    }

    void migrate(@Observes @Priority(StartGuard.MIGRATION_PRIORITY) StartupEvent event) {
        refuseWrongLogin();
        try {
            flyway.migrate();
        } catch (FlywayException failure) {
            throw explained(failure);
        }
    }

    private void refuseWrongLogin() {
        try {
            flyway.getConfiguration().getDataSource().getConnection().close();
        } catch (SQLException failure) {
            if (isRefusedLogin(failure)) {
                throw refusedLogin(failure);
            }
        }
    }

    private static RuntimeException explained(FlywayException failure) {
        if (!(failure.getCause() instanceof SQLException reason)) {
            return failure;
        }
        if (isRefusedLogin(reason)) {
            return refusedLogin(reason);
        }
        return isUnreachable(reason) ? unreachable(reason) : failure;
    }

    private static boolean isRefusedLogin(SQLException failure) {
        return failure.getSQLState() != null && failure.getSQLState().startsWith("28");
    }

    /** The pool gives no state when it waited in vain. */
    private static boolean isUnreachable(SQLException failure) {
        return failure.getSQLState() == null || failure.getSQLState().startsWith("08");
    }

    // No causes: Quarkus prints the innermost message only, and these say what to change.

    private static ConfigurationException refusedLogin(SQLException failure) {
        return new ConfigurationException("This service does not start, because Postgres refuses its login: "
                + failure.getMessage() + ". Set quarkus.datasource.username and quarkus.datasource.password.");
    }

    private static ConfigurationException unreachable(SQLException failure) {
        return new ConfigurationException("This service does not start, because it can't reach Postgres: "
                + failure.getMessage() + " Start it, or change quarkus.datasource.jdbc.url.");
    }
}
