package dev.hotstate.driver.history;

import dev.hotstate.driver.position.Timestamp;
import dev.hotstate.driver.registry.DriverIds;
import dev.hotstate.kit.http.caller.Caller;
import dev.hotstate.kit.http.paging.Page;
import dev.hotstate.kit.http.paging.Paging;
import dev.hotstate.kit.http.paging.Position;
import dev.hotstate.kit.http.problem.FieldError;
import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.problem.Refusal;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

@Path("/drivers/{id}/positions")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed({"read", "driver"})
@Tag(name = "Positions")
public class HistoryResource {

    private static final Paging PAGING = new Paging("positions", 1_000, 5_000);
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private final HistoryStore store;
    private final DriverIds ids;
    private final Caller caller;

    HistoryResource(HistoryStore store, DriverIds ids, Caller caller) {
        this.store = store;
        this.ids = ids;
        this.caller = caller;
    }

    @GET
    @Operation(
            operationId = "listPositions",
            summary = "Where a driver was, newest first",
            description = "Empty unless driver.history.enabled; for as long as driver.history.keep.")
    public Uni<Page<PastPointView>> list(
            String id,
            @Parameter(description = "Not before, ISO 8601") @QueryParam("from") @Nullable String from,
            @Parameter(description = "Before, ISO 8601") @QueryParam("to") @Nullable String to,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @Nullable Integer limit) {
        caller.requireOwn("driver", id);
        var request = PAGING.read(cursor, limit);
        var begin = time("from", from, Instant.EPOCH);
        var end = request.after()
                .map(position -> Timestamp.possible(Instant.ofEpochMilli(position.number(0))))
                .orElseGet(() -> time("to", to, LATEST));
        return ids.numberOf(id)
                .chain(driver -> store.page(driver, begin, end, request.fetch()))
                .map(found -> PAGING.page(
                        request,
                        found,
                        point -> Position.of(Long.toString(point.at().toEpochMilli()))))
                .map(page -> page.map(PastPointView::of));
    }

    private static Instant time(String parameter, @Nullable String text, Instant otherwise) {
        try {
            return text == null ? otherwise : Timestamp.possible(Instant.parse(text));
        } catch (DateTimeParseException e) {
            throw new Refusal(
                    KitProblem.INVALID_INPUT,
                    "See errors for what must be different.",
                    List.of(FieldError.ofParameter(parameter, "must be an ISO 8601 time with its offset")));
        }
    }
}
