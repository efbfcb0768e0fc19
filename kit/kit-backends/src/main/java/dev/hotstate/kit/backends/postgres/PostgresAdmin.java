package dev.hotstate.kit.backends.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.postgresql.Driver;

/** Administrates a server on this machine, whoever started it. */
public record PostgresAdmin(int port, String user, String password) {

    public static final String DATABASE = "hotstate";

    private static final String HOST = "127.0.0.1";
    private static final Pattern APP = Pattern.compile("[a-z][a-z0-9]{0,31}");
    private static final Pattern PASSWORD = Pattern.compile("[A-Za-z0-9_-]+");

    public String jdbcUrl() {
        return "jdbc:" + reactiveUrl();
    }

    /** {@code postgresql://127.0.0.1:port/hotstate} */
    public String reactiveUrl() {
        return url(DATABASE);
    }

    /** A connection as superuser to the database of the services. */
    public Connection connect() throws SQLException {
        return connect(DATABASE);
    }

    /** A role that owns one schema of its own name and sees no other; an existing one gets the new password. */
    public void addService(String app, String servicePassword) throws SQLException {
        if (!APP.matcher(app).matches() || !PASSWORD.matcher(servicePassword).matches()) {
            throw new IllegalArgumentException("Not a valid service or password for a Postgres role: " + app);
        }
        try (var connection = connect();
                var statement = connection.createStatement()) {
            if (!exists(connection, app)) {
                statement.execute("CREATE ROLE %s LOGIN".formatted(app));
            }
            for (var sql : List.of(
                    "ALTER ROLE %1$s PASSWORD '%2$s'",
                    "ALTER ROLE %1$s SET search_path = %1$s",
                    "CREATE SCHEMA IF NOT EXISTS %1$s AUTHORIZATION %1$s",
                    "GRANT CONNECT, TEMPORARY ON DATABASE " + DATABASE + " TO %1$s")) {
                statement.execute(sql.formatted(app, servicePassword));
            }
        }
    }

    /** Creates {@link #DATABASE} on a new server, closed to everybody who is not let in. */
    public void createDatabase() throws SQLException {
        try (var connection = connect("postgres");
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + DATABASE);
            statement.execute("REVOKE ALL ON DATABASE " + DATABASE + " FROM PUBLIC");
        }
    }

    Connection connect(String database) throws SQLException {
        var login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        login.setProperty("connectTimeout", "5");
        // The driver itself, since DriverManager does not see it from the class loaders of Quarkus.
        return new Driver().connect("jdbc:" + url(database), login);
    }

    private String url(String database) {
        return "postgresql://" + HOST + ":" + port + "/" + database;
    }

    private static boolean exists(Connection connection, String role) throws SQLException {
        try (var query = connection.prepareStatement("SELECT 1 FROM pg_roles WHERE rolname = ?")) {
            query.setString(1, role);
            return query.executeQuery().next();
        }
    }

    @Override
    public String toString() {
        return "PostgresAdmin[" + url(DATABASE) + "]";
    }
}
