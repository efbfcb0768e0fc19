package dev.hotstate.monitor.incident;

import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Lists of incidents, newest first. */
@Singleton
class IncidentPages {

    private static final Paging PAGING = new Paging("incidents", 50, 500);

    private final IncidentStore store;
    private final Clock clock;

    IncidentPages(IncidentStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    Uni<Page<IncidentView>> page(IncidentFilter filter, @Nullable String cursor, @Nullable Integer limit) {
        var request = PAGING.read(cursor, limit);
        return store.page(filter, request)
                .map(incidents -> PAGING.page(request, incidents, IncidentPages::position))
                .map(page -> page.map(incident -> IncidentView.of(incident, clock.instant())));
    }

    private static Position position(NamedIncident named) {
        return Position.of(named.incident().openedAt(), named.incident().id());
    }
}
