package dev.hotstate.kit.http.openapi;

import dev.hotstate.kit.http.testing.KitTest;
import dev.hotstate.kit.testing.contract.OpenApiFile;
import io.quarkus.test.common.http.TestHTTPResource;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

@KitTest
class OpenApiIT {

    @TestHTTPResource
    URI service;

    @Test
    void the_description_of_the_shared_endpoints_is_the_one_that_was_reviewed() {
        new OpenApiFile(Path.of("openapi.yaml")).assertDescribes(service);
    }
}
