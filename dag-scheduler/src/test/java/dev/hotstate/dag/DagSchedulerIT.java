package dev.hotstate.dag;

import dev.hotstate.kit.testing.contract.ServiceContract;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;

@QuarkusTest
class DagSchedulerIT extends ServiceContract {

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
        return "dag-scheduler";
    }

    @Override
    protected String app() {
        return "dag";
    }

    @Override
    protected String vitalsPage() {
        return "/vitals.html";
    }
}
