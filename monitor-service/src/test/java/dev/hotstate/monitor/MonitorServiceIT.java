package dev.hotstate.monitor;

import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.kit.testing.keys.KeyScanExtension;
import dev.hotstate.monitor.platform.MonitorKeys;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import org.junit.jupiter.api.extension.RegisterExtension;

@QuarkusTest
class MonitorServiceIT extends ServiceContract {

    @RegisterExtension
    static final KeyScanExtension KEYS = KeyScanExtension.afterClass(KeyScan.strict()
            .below("test:monitor:")
            .permanent(new MonitorKeys(new KeySpace("test", "monitor"), Partitions.lettered('m')).permanent()::covers)
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
        return "monitor-service";
    }

    @Override
    protected String vitalsPage() {
        return "/vitals.html";
    }

    @Override
    protected String app() {
        return "monitor";
    }
}
