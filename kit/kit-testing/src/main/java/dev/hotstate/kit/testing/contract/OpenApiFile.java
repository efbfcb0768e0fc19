package dev.hotstate.kit.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The OpenAPI description that is checked in, so that a review sees each change of the API. To accept a change, run the test
 * with {@code -Dopenapi.update=true} and commit the file.
 */
public record OpenApiFile(Path file) {

    private static final String SERVED = "/q/openapi?format=yaml";

    /** Fails when the service describes itself in another way. */
    public void assertDescribes(URI service) {
        var answer = ServiceClient.anonymous(service).get(SERVED);
        assertThat(answer.statusCode()).as("GET " + SERVED).isEqualTo(200);
        if (Boolean.getBoolean("openapi.update")) {
            write(answer.body());
        }
        assertThat(answer.body())
                .as("%s against the running service; accept a change with -Dopenapi.update=true", file.getFileName())
                .isEqualToNormalizingNewlines(read());
    }

    private String read() {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
