package dev.hotstate.kit.http.problem;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hotstate.kit.redis.connection.RedisRefused;
import dev.hotstate.kit.redis.connection.RedisTimedOut;
import dev.hotstate.kit.redis.connection.RedisUnavailable;
import dev.hotstate.kit.redis.key.KeyId;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.PermitAll;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What a service could look like, as far as its failures are concerned. */
@Path("/sample")
@PermitAll
public class SampleResource {

    enum Colour {
        RED,
        GREEN
    }

    record Step(@NotBlank String name, @Min(1) int attempts) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = ByRoad.class, name = "road"),
        @JsonSubTypes.Type(value = ByRail.class, name = "rail")
    })
    sealed interface Way {}

    record ByRoad() implements Way {}

    record ByRail() implements Way {}

    record Spot(
            @QueryParam("lat") Double lat,
            @QueryParam("lon") Double lon) {}

    record Plan(
            @NotBlank String name,
            Colour colour,
            Duration timeout,
            Instant at,
            Way way,
            @NotNull List<@Valid Step> steps) {}

    static final class CycleFound extends DomainFailure {
        CycleFound() {
            super(KitProblem.CONFLICT, "The tasks a and b wait for each other.");
            extension("cycle", List.of("a", "b"));
        }
    }

    @POST
    @Path("/plans")
    public Uni<Plan> accept(@Valid @NotNull Plan plan) {
        return Uni.createFrom().item(plan);
    }

    @POST
    @Path("/large")
    public int large(String body) {
        return body.length();
    }

    @POST
    @Path("/echo")
    @Produces(MediaType.TEXT_PLAIN)
    public Uni<String> echo(String body) {
        return Uni.createFrom().item(body);
    }

    @POST
    @Path("/usual")
    public int usual(String body) {
        return body.length();
    }

    @GET
    @Path("/numbers")
    public int number(@QueryParam("limit") @Max(100) int limit) {
        return limit;
    }

    @GET
    @Path("/rounds/{number}")
    public String round(
            @PathParam("number") int number,
            @QueryParam("absent") Integer absent,
            @QueryParam("colour") Colour colour,
            @HeaderParam("X-Weight") Integer weight) {
        return number + " " + absent + colour + weight;
    }

    @GET
    @Path("/spots")
    public String spot(@BeanParam Spot spot, @QueryParam("limit") Integer limit) {
        return spot + " " + limit;
    }

    @PUT
    @Path("/ids/{id}")
    public String id(@Size(max = 4) String id, @Valid Step step) {
        return id + step;
    }

    @POST
    @Path("/packed")
    public String packed(@HeaderParam(HttpHeaders.CONTENT_ENCODING) String encoding, byte[] body) {
        return encoding;
    }

    @GET
    @Path("/conflict")
    public Uni<String> conflict() {
        return Uni.createFrom().failure(new CycleFound());
    }

    @GET
    @Path("/bug")
    public Uni<String> bug() {
        return Uni.createFrom().failure(new IllegalStateException("secret detail"));
    }

    /** @param trouble what became of the Redis command: unavailable, timed-out, or a code of Redis */
    @GET
    @Path("/redis/{trouble}")
    public Uni<String> redis(String trouble) {
        return Uni.createFrom()
                .failure(
                        switch (trouble) {
                            case "unavailable" ->
                                new RedisUnavailable(RedisUnavailable.Reason.NOT_CONNECTED, "10.0.0.7:6379");
                            case "timed-out" -> new RedisTimedOut(RedisTimedOut.Reason.DEADLINE, "10.0.0.7:6379");
                            default -> new RedisRefused(trouble + " at 10.0.0.7:6379");
                        });
    }

    @GET
    @Path("/never")
    public Uni<String> never() {
        return Uni.createFrom().nothing();
    }

    @GET
    @Path("/things/{id}")
    public String thing(String id) {
        return KeyId.of(id).toString();
    }
}
