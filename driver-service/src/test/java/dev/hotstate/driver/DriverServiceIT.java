package dev.hotstate.driver;

import dev.hotstate.driver.platform.DriverKeys;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.kit.testing.keys.KeyScanExtension;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import org.junit.jupiter.api.extension.RegisterExtension;

@QuarkusTest
class DriverServiceIT extends ServiceContract {

    @RegisterExtension
    static final KeyScanExtension KEYS = KeyScanExtension.afterClass(KeyScan.strict()
            .below("test:driver:")
            .permanent(new DriverKeys(new KeySpace("test", "driver")).permanent()::covers)
            .secret("the bootstrap key", ADMIN_KEY));

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
