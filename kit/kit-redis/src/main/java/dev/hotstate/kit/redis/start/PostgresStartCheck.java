package dev.hotstate.kit.redis.start;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.microprofile.config.Config;

/** Postgres must be reached over TLS that checks the host, by the reactive client and by the migrations alike. */
@Singleton
final class PostgresStartCheck implements StartCheck {

    private static final String REACTIVE_URL = "quarkus.datasource.reactive.url";
    private static final String REACTIVE_SSL_MODE = "quarkus.datasource.reactive.postgresql.ssl-mode";
    private static final String REACTIVE_TRUST_ALL = "quarkus.datasource.reactive.trust-all";
    private static final String JDBC_URL = "quarkus.datasource.jdbc.url";
    private static final String JDBC_SSL_MODE = "quarkus.datasource.jdbc.additional-jdbc-properties.sslmode";

    private final Config config;
    private final StartConfig allowed;

    PostgresStartCheck(Config config, StartConfig allowed) {
        this.config = config;
        this.allowed = allowed;
    }

    @Override
    public List<StartProblem> problems() {
        var problems = new ArrayList<StartProblem>();
        addUrlProblem(problems, REACTIVE_URL, REACTIVE_SSL_MODE, "postgresql://host:port/database");
        addUrlProblem(problems, JDBC_URL, JDBC_SSL_MODE, "jdbc:postgresql://host:port/database");
        if (text(REACTIVE_TRUST_ALL).equals("true") && !allowed.allowPlaintext() && !allowed.allowUnverifiedHosts()) {
            problems.add(new StartProblem(
                    REACTIVE_TRUST_ALL,
                    "accepts any certificate",
                    "Remove it and configure a trust certificate, or insist with"
                            + " hotstate.start.allow-unverified-hosts=true"));
        }
        return problems;
    }

    private void addUrlProblem(List<StartProblem> problems, String url, String sslMode, String example) {
        if (text(url).isEmpty()) {
            problems.add(new StartProblem(url, "is missing", "Set it to " + example));
        } else if (!allowed.allowPlaintext() && !isVerifyFull(url, sslMode)) {
            problems.add(unverified(sslMode));
        }
    }

    /** A mode in the URL wins over the property, in both drivers. */
    private boolean isVerifyFull(String url, String property) {
        var address = text(url);
        return address.contains("sslmode=")
                ? address.contains("sslmode=verify-full")
                : text(property).replace('_', '-').equals("verify-full");
    }

    private static StartProblem unverified(String setting) {
        return new StartProblem(
                setting,
                "does not make sure that it talks to the right Postgres, encrypted",
                "Set it to verify-full, or insist with hotstate.start.allow-plaintext=true");
    }

    private String text(String property) {
        return config.getOptionalValue(property, String.class).orElse("").toLowerCase(Locale.ROOT);
    }
}
