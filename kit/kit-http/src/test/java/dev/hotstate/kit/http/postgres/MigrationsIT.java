package dev.hotstate.kit.http.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.postgres.PostgresSpec;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class MigrationsIT {

    @TempDir
    Path folder;

    private Postgres postgres;

    @BeforeEach
    void start() throws Exception {
        postgres = Postgres.start(PostgresSpec.in(folder).durable(false));
        postgres.admin().addService("sample", "right");
    }

    @AfterEach
    void stop() {
        postgres.close();
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void a_refused_login_ends_the_start_at_once_and_says_what_to_change() {
        assertThatThrownBy(() -> migrate("wrong", 100))
                .isInstanceOf(ConfigurationException.class)
                .hasNoCause()
                .hasMessageContainingAll("refuses its login", "quarkus.datasource.password")
                .hasMessageNotContainingAny("wrong", "\n");
    }

    @Test
    void a_postgres_that_stays_away_is_one_line_after_the_retries() {
        postgres.process().kill();
        assertThatThrownBy(() -> migrate("right", 1))
                .isInstanceOf(ConfigurationException.class)
                .hasNoCause()
                .hasMessageContainingAll("can't reach Postgres", "quarkus.datasource.jdbc.url")
                .hasMessageNotContaining("\n");
    }

    private void migrate(String password, int retries) {
        var flyway = Flyway.configure()
                .dataSource(postgres.admin().jdbcUrl(), "sample", password)
                .connectRetries(retries)
                .connectRetriesInterval(1)
                .load();
        new Migrations(flyway).migrate(new StartupEvent());
    }
}
