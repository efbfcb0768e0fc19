package dev.hotstate.monitor.statuspage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedAnswersTest {

    private Instant now = Instant.parse("2026-11-18T12:00:00Z");
    private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
    private final SharedAnswers<String> answers = new SharedAnswers<>(Duration.ofSeconds(5), 100, clock);
    private final AtomicInteger made = new AtomicInteger();

    @Test
    void one_that_is_being_made_serves_all_who_ask_meanwhile() {
        var waiting = new ArrayList<UniEmitter<? super String>>();
        var received = new ArrayList<String>();
        for (int i = 0; i < 3; i++) {
            answers.get("page", last -> {
                        made.incrementAndGet();
                        return Uni.createFrom().emitter(waiting::add);
                    })
                    .subscribe()
                    .with(received::add);
        }

        waiting.forEach(emitter -> emitter.complete("made"));

        assertThat(made).hasValue(1);
        assertThat(received).containsExactly("made", "made", "made");
    }

    @Test
    void it_is_made_anew_after_its_time_and_knows_the_last_one() {
        assertThat(get("one")).isEqualTo("one after null");
        now = now.plusSeconds(4);
        assertThat(get("two")).isEqualTo("one after null");
        now = now.plusSeconds(1);
        assertThat(get("three")).isEqualTo("three after one after null");
    }

    @Test
    void a_failure_is_not_asked_for_again_at_once() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> answers.get("page", last -> {
                                made.incrementAndGet();
                                return Uni.createFrom().failure(new IllegalStateException("away"));
                            })
                            .await()
                            .indefinitely())
                    .hasMessage("away");
        }
        assertThat(made).hasValue(1);
    }

    @Test
    void the_last_one_is_known_also_after_a_failure() {
        get("one");
        now = now.plusSeconds(5);
        answers.get("page", last -> Uni.createFrom().failure(new IllegalStateException("away")))
                .subscribe()
                .with(made -> {}, away -> {});
        now = now.plusSeconds(5);
        assertThat(get("two")).isEqualTo("two after one after null");
    }

    /** A page that is looked at all day would fill the memory. */
    @Test
    void those_before_the_last_one_are_let_go() {
        var pages = new SharedAnswers<>(Duration.ofSeconds(5), 100, clock);
        var first = new WeakReference<>(made(pages));
        for (int i = 0; i < 3; i++) {
            now = now.plusSeconds(5);
            made(pages);
        }

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return first.refersTo(null);
        });
    }

    private static Object made(SharedAnswers<Object> pages) {
        return pages.get(
                        "page",
                        last -> Uni.createFrom().item(new Object()).onFailure().recoverWithItem(() -> last))
                .await()
                .indefinitely();
    }

    private String get(String text) {
        return answers.get("page", last -> Uni.createFrom().item(text + " after " + last))
                .await()
                .indefinitely();
    }
}
