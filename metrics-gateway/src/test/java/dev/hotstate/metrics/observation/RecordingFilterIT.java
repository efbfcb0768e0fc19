package dev.hotstate.metrics.observation;

import static dev.hotstate.metrics.Requests.asAdmin;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotstate.metrics.client.AnsweredRequest;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The filter for JAX-RS in a Quarkus application: this one. */
@QuarkusTest
class RecordingFilterIT {

    private static final String ROUTE = "/envoy/domains/{domain}";
    private static final int NOT_FOUND = 404;

    /** In the place of the recorder that the configuration would make. */
    @Alternative
    @Priority(1)
    @ApplicationScoped
    static class Listener implements Consumer<AnsweredRequest> {

        private final AtomicReference<AnsweredRequest> last = new AtomicReference<>();

        @Override
        public void accept(AnsweredRequest request) {
            if (ROUTE.equals(request.route()) && request.status() == NOT_FOUND) {
                last.set(request);
            }
        }

        Optional<AnsweredRequest> last() {
            return Optional.ofNullable(last.get());
        }
    }

    @Inject
    Listener listener;

    @Test
    void a_request_is_recorded_under_its_route_with_the_address_of_the_client() {
        asAdmin().get("/envoy/domains/nobody").then().statusCode(NOT_FOUND);
        await().atMost(ofSeconds(30)).until(() -> listener.last().isPresent());
        var request = listener.last().orElseThrow();
        assertThat(request.method()).isEqualTo("GET");
        assertThat(request.client()).isEqualTo("127.0.0.1");
        assertThat(request.refused()).isFalse();
        assertThat(request.durationMs()).isPositive();
    }
}
