package dev.hotstate.metrics;

import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.kit.testing.keys.KeyScanExtension;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import org.junit.jupiter.api.extension.RegisterExtension;

@QuarkusTest
class MetricsGatewayIT extends ServiceContract {

    @RegisterExtension
    static final KeyScanExtension KEYS =
            KeyScanExtension.afterClass(RecordedKeys.scan().secret("the bootstrap key", ADMIN_KEY));

    @TestHTTPResource
    URI api;

    @TestHTTPResource(management = true)
    URI management;

    @Override
    protected URI api() {
        return api;
    }

    @Override
    protected URI management() {
        return management;
    }

    @Override
    protected String service() {
        return "metrics-gateway";
    }

    @Override
    protected String app() {
        return "metrics";
    }

    @Override
    protected String vitalsPage() {
        return "/vitals.html";
    }
}
