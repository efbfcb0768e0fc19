package dev.hotstate.kit.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.redis.key.RedisKey;
import dev.hotstate.kit.testing.log.LogCapture;
import dev.hotstate.kit.testing.redis.RedisClusterExtension;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SecretsIT {

    @RegisterExtension
    static final RedisClusterExtension redis = TestRouter.plan().shared();

    private static final RedisKey KEY = RedisKey.of("test:probe:counter:secret");
    private static final String WRONG = "wrong-but-still-secret";

    @Test
    void no_password_shows_in_logs_failures_or_descriptions_while_a_node_is_down_or_refuses_it(
            RedisClusterHarness cluster) {
        // Given
        String password = cluster.password(TestRouter.USER);
        List<Object> shown = new ArrayList<>();
        RouterOptions wrong =
                TestRouter.options(cluster).withCredentials(() -> new Credentials(TestRouter.USER, WRONG));
        try (LogCapture log = LogCapture.start();
                TestRouter refused = TestRouter.unready(wrong);
                TestRouter test = TestRouter.of(cluster)) {
            // When
            shown.add(catchThrowable(() -> refused.send(Command.of("INCR").key(KEY))));
            shown.add(catchThrowable(
                    () -> refused.router().ready(Duration.ofMillis(300)).await().indefinitely()));
            cluster.masterOf(KEY.value()).kill();
            for (int i = 0; i < 10; i++) {
                shown.add(catchThrowable(() -> test.send(Command.of("INCR").key(KEY))));
            }
            shown.add(catchThrowable(
                    () -> test.router().dedicated(KEY.slot()).await().indefinitely()));
            shown.add(TestRouter.options(cluster));
            shown.add(TestRouter.options(cluster).credentials().current());
            shown.add(test.router());
            // Then
            await().atMost(Duration.ofSeconds(20)).until(() -> log.text().contains("is not reachable"));
            assertThat(log.text()).doesNotContain(password, WRONG);
        }
        assertThat(shown).allSatisfy(thing -> assertThat(described(thing)).doesNotContain(password, WRONG));
    }

    private static String described(Object thing) {
        StringWriter text = new StringWriter();
        text.append(String.valueOf(thing));
        if (thing instanceof Throwable throwable) {
            throwable.printStackTrace(new PrintWriter(text));
        }
        return text.toString();
    }
}
