package dev.hotstate.kit.redis.instance;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.redis.ProbeService;
import dev.hotstate.kit.testing.keys.KeyScan;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class InstanceRegistryIT {

    @RegisterExtension
    static final RedisClusterExtension redis = ProbeService.plan().shared();

    @Test
    void processes_see_each_other_come_and_go(RedisClusterHarness cluster) {
        try (var service = new ProbeService(cluster)) {
            var a = registry(service, "a");
            var b = registry(service, "b");
            assertThat(a.current().count()).isOne();

            renew(a);
            assertThat(renew(b).ids()).containsExactly("a", "b");
            assertThat(renew(a).count()).isEqualTo(2);
            assertThat(a.current().ids()).containsExactlyInAnyOrder("a", "b");

            b.leave().await().atMost(ofSeconds(20));
            assertThat(renew(a).ids()).containsExactly("a");
            KeyScan.strict().assertClean(cluster.admin());
        }
    }

    @Test
    void the_name_of_a_process_fits_into_a_key() {
        assertThat(InstanceId.random().value()).matches("[a-zA-Z0-9-]{1,40}-[0-9a-f]{6}");
        assertThat(InstanceId.random()).isNotEqualTo(InstanceId.random());
    }

    private static InstanceRegistry registry(ProbeService service, String id) {
        return new InstanceRegistry(
                service.router, service.scripts, Clock.systemUTC(), service.keys, new InstanceId(id), ofSeconds(30));
    }

    private static LiveInstances renew(InstanceRegistry registry) {
        return registry.renew().await().atMost(ofSeconds(20));
    }
}
