package dev.hotstate.driver;

import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;

@QuarkusTest
class DriverServiceIT extends ServiceContract {

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
        return "driver-service";
    }

    @Override
    protected String app() {
        return "driver";
    }

    @Override
    protected String vitalsPage() {
        return "/vitals.html";
    }
}
