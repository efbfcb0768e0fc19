package dev.hotstate.kit.http.request;

import dev.hotstate.kit.http.correlation.RequestId;
import io.quarkus.vertx.http.runtime.filters.Filters;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** The order in which a request meets the filters: the greater number first. */
@Singleton
class RequestFilters {

    private static final int ASSIGN_ID = 1_000;
    private static final int ASSIGN_LABEL = 995;
    private static final int ADD_HEADERS = 990;
    private static final int SAY_FAREWELL = 985;
    private static final int READ_BODY = 970;
    private static final int START_DEADLINE = 960;

    void register(
            @Observes Filters filters,
            SecurityHeaders headers,
            Farewell farewell,
            BodyReader bodies,
            Deadline deadline) {
        filters.register(RequestId::assign, ASSIGN_ID);
        filters.register(RequestLabels::assign, ASSIGN_LABEL);
        filters.register(headers::add, ADD_HEADERS);
        filters.register(farewell::say, SAY_FAREWELL);
        filters.register(bodies::read, READ_BODY);
        filters.register(deadline::start, START_DEADLINE);
    }
}
