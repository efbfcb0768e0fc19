package dev.hotstate.local.city;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.local.stage.ServiceApi;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** What the cities ask of driver-service. */
final class DriverService {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int LOGGED_OUT_AT_ONCE = 16;
    private static final Duration LOGGING_OUT = Duration.ofSeconds(10);

    private final ServiceApi api;

    DriverService(ServiceApi api) {
        this.api = api;
    }

    void takeKey() throws IOException {
        api.takeKey(List.of("read", "write"));
    }

    /** Ids that the service does not know. */
    Set<String> report(List<Report> reports) throws IOException {
        var results = api.post("/drivers/locations", reports).orRefuse().path("results");
        return StreamSupport.stream(results.spliterator(), false)
                .filter(result -> result.path("verdict").asText().equals("unknown"))
                .map(result -> result.path("id").asText())
                .collect(Collectors.toSet());
    }

    void register(String driver, Registration registration) throws IOException {
        api.put("/drivers/" + driver, registration).orRefuse();
    }

    /** False if the service refuses, as for somebody who has been claimed meanwhile. */
    boolean change(String driver, String status, @Nullable String reason) throws IOException {
        var body = status.equals("available") ? null : Map.of("reason", String.valueOf(reason));
        return api.post("/drivers/" + driver + "/" + status, body).isSuccess();
    }

    /** All of them, as far as there is time: whoever is left is offline when its heartbeat ends. */
    void logOut(List<String> drivers) throws IOException {
        var left = new AtomicInteger(drivers.size());
        try (var threads = Executors.newFixedThreadPool(LOGGED_OUT_AT_ONCE)) {
            List<Callable<Boolean>> each = drivers.stream()
                    .map(driver -> (Callable<Boolean>)
                            () -> change(driver, "offline", "end of the demo") && left.decrementAndGet() == 0)
                    .toList();
            threads.invokeAll(each, LOGGING_OUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (left.get() > 0) {
            throw new IOException(left.get() + " of the drivers could not be logged out");
        }
    }

    /** Empty if nobody is near. */
    List<Claim> claim(Claim.Request request) throws IOException {
        var answer = api.post("/drivers/claims", request);
        return answer.isSuccess()
                ? JSON.treeToValue(answer.body(), Claim.Answer.class).claims()
                : List.of();
    }

    /** False if it has ended meanwhile. */
    boolean confirm(OpenRides.Entry claim) throws IOException {
        return end(claim, "confirm");
    }

    boolean release(OpenRides.Entry claim) throws IOException {
        return end(claim, "release");
    }

    /** Those that are not there yet. */
    void draw(List<FenceToDraw> fences) throws IOException {
        var there = StreamSupport.stream(
                        api.get("/geofences?limit=500").path("items").spliterator(), false)
                .map(fence -> fence.path("name").asText())
                .collect(Collectors.toSet());
        for (var fence : fences) {
            if (!there.contains(fence.name())) {
                api.post("/geofences", fence).orRefuse();
            }
        }
    }

    void close() throws IOException {
        api.close();
    }

    private boolean end(OpenRides.Entry claim, String how) throws IOException {
        return api.post("/drivers/claims/" + claim.id() + "/" + how, Map.of("token", claim.token()))
                .isSuccess();
    }
}
