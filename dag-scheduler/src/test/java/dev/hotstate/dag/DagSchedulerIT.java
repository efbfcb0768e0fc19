package dev.hotstate.dag;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.redis.key.KeySpace;
import dev.hotstate.kit.redis.partition.Partitions;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.kit.testing.keys.KeyScanExtension;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import org.junit.jupiter.api.extension.RegisterExtension;

@QuarkusTest
class DagSchedulerIT extends ServiceContract {

    @RegisterExtension
    static final KeyScanExtension KEYS = KeyScanExtension.afterClass(KeyScan.strict()
            .below("test:dag:")
            .permanent(new DagKeys(new KeySpace("test", "dag"), Partitions.lettered('d')).permanent()::covers)
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
