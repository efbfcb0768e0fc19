package dev.hotstate.kit.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.testing.KitTest;
import io.quarkus.test.common.http.TestHTTPResource;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@KitTest
class PlainHttpIT {

    @TestHTTPResource("/about")
    URI about;

    @Test
    void the_upgrade_to_http_2_that_the_jdk_asks_for_is_declined() throws Exception {
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            var request = HttpRequest.newBuilder(about)
                    .timeout(Duration.ofSeconds(20))
                    .build();

            var answer = client.send(request, BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        }
    }
}
