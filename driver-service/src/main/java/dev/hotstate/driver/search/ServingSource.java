package dev.hotstate.driver.search;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jboss.logging.Logger;

/**
 * Who answers the searches of this instance; says so when that changes. While a part of Redis is away both do, by turns: then it is
 * Postgres, until it has answered none for a while.
 */
@Singleton
public class ServingSource {

    private static final Logger LOG = Logger.getLogger(ServingSource.class);
    private static final Duration WITHOUT_POSTGRES = Duration.ofSeconds(5);

    private final Clock clock;
    private volatile Served served;
    private Instant lastFromPostgres = Instant.MIN;

    ServingSource(Clock clock) {
        this.clock = clock;
        this.served = new Served(Source.REDIS, clock.instant());
    }

    /** @param since when that changed last */
    public record Served(Source source, Instant since) {}

    public Served served() {
        return served;
    }

    void answered(Source source) {
        if (source == Source.POSTGRES || served.source() == Source.POSTGRES) {
            note(source);
        }
    }

    private synchronized void note(Source source) {
        var now = clock.instant();
        if (source == Source.POSTGRES) {
            lastFromPostgres = now;
        } else if (now.isBefore(lastFromPostgres.plus(WITHOUT_POSTGRES))) {
            return;
        }
        if (served.source() != source) {
            served = new Served(source, now);
            LOG.warnf("Searches are answered by %s now", source.word());
        }
    }
}
