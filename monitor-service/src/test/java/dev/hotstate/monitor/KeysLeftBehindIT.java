package dev.hotstate.monitor;

import dev.hotstate.kit.backends.SharedBackends;
import dev.hotstate.kit.testing.contract.ServiceContract;
import dev.hotstate.monitor.platform.MonitorRedis;
import org.junit.jupiter.api.Test;

/**
 * What the tests of this service have left in the cluster that they share. Quarkus lets classes that do not start the service
 * come last. Some of them empty Redis, so what it meets depends on their order.
 */
class KeysLeftBehindIT {

    @Test
    void whatever_the_tests_have_left_in_redis_may_stay_there() {
        MonitorRedis.scan()
                .below("test:monitor:")
                .secret("the bootstrap key", ServiceContract.ADMIN_KEY)
                .secret("what authorizes a request", "Bearer ")
                .secret("what signs a webhook", "whsec_")
                .assertClean(SharedBackends.ofThisRun().redis());
    }
}
