package dev.hotstate.kit.http.sse;

import static dev.hotstate.kit.http.testing.Answers.isProblem;
import static dev.hotstate.kit.http.testing.Keys.asAdmin;
import static dev.hotstate.kit.http.testing.Keys.create;
import static dev.hotstate.kit.http.testing.Keys.withKey;
import static dev.hotstate.kit.http.testing.Patience.await;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.problem.KitProblem;
import dev.hotstate.kit.http.testing.Keys.Key;
import dev.hotstate.kit.http.testing.KitTest;
import dev.hotstate.kit.testing.contract.EventStreamClient;
import io.quarkus.bootstrap.logging.InitialConfigurator;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.jboss.logmanager.handlers.ConsoleHandler;
import org.jboss.resteasy.reactive.server.handlers.PublisherResponseHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@KitTest
@TestProfile(EventFeedIT.SmallFeed.class)
@TestMethodOrder(OrderAnnotation.class)
class EventFeedIT {

    public static class SmallFeed implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "hotstate.auth.failure-pause", "1h",
                    "hotstate.http.sse.heartbeat", "200ms",
                    "hotstate.http.sse.subscribers-max", "3",
                    "hotstate.http.sse.subscribers-per-caller-max", "3",
                    "hotstate.http.sse.buffer-max", "8",
                    "hotstate.http.sse.replay-max", "16");
        }
    }

    @TestHTTPResource("/feed")
    URI address;

    @TestHTTPResource("/feed/own")
    URI ownAddress;

    @TestHTTPResource("/feed/private")
    URI privateAddress;

    @TestHTTPResource("/vitals/stream")
    URI vitals;

    @Inject
    FeedResource resource;

    @Inject
    Event<ShutdownDelayInitiatedEvent> shutdown;

    private final List<EventStreamClient> clients = new ArrayList<>();

    @AfterEach
    void nothing_is_left_behind() throws IOException {
        for (var client : clients) {
            client.close();
        }
        await().untilAsserted(() -> assertThat(feed().subscribers()).isZero());
    }

    @Test
    void a_new_client_gets_the_state_and_then_what_happens() throws IOException {
        var client = open();
        await().untilAsserted(() -> assertThat(client.values("data")).containsExactly("{\"all\":true}"));

        feed().publish("tick", Map.of("n", 1));

        await().untilAsserted(() -> assertThat(client.values("data")).containsExactly("{\"all\":true}", "{\"n\":1}"));
        assertThat(client.values("event")).containsExactly("state", "tick");
        assertThat(client.values("id")).hasSize(2).doesNotHaveDuplicates();
        assertThat(client.values("retry")).containsExactly("2000");
        assertThat(client.lines()).contains("Content-Type: text/event-stream", "Cache-Control: no-store");
    }

    @Test
    void two_clients_see_the_same_events_in_the_same_order() throws IOException {
        var one = open();
        var other = open();
        await().untilAsserted(() -> assertThat(one.values("data")).hasSize(1));
        await().untilAsserted(() -> assertThat(other.values("data")).hasSize(1));

        IntStream.range(0, 5).forEach(n -> feed().publish("tick", Map.of("n", n)));

        await().untilAsserted(() -> assertThat(one.values("data")).hasSize(6));
        await().untilAsserted(() -> assertThat(other.values("data")).isEqualTo(one.values("data")));
    }

    @Test
    void a_client_that_comes_back_gets_what_it_missed_instead_of_the_state() throws IOException {
        IntStream.rangeClosed(1, 3).forEach(n -> feed().publish("1-" + n, "tick", Map.of("n", n)));

        var client = open("Last-Event-ID: 1-1\r\n");

        await().untilAsserted(() -> assertThat(client.values("id")).containsExactly("1-2", "1-3"));
        assertThat(client.values("event")).containsExactly("tick", "tick");
    }

    @Test
    void a_client_that_missed_nothing_gets_only_news() throws IOException {
        feed().publish("2-1", "tick", Map.of());
        var client = open("Last-Event-ID: 2-1\r\n");
        await().untilAsserted(() -> assertThat(client.values("retry")).hasSize(1));

        feed().publish("2-2", "tick", Map.of());

        await().untilAsserted(() -> assertThat(client.values("id")).containsExactly("2-2"));
    }

    @Test
    void a_client_that_was_away_too_long_or_elsewhere_gets_the_state() throws IOException {
        IntStream.range(0, 20).forEach(n -> feed().publish("3-" + n, "tick", Map.of("n", n)));

        var late = open("Last-Event-ID: 3-0\r\n");
        var foreign = open("Last-Event-ID: another-instance-17\r\n");

        await().untilAsserted(() -> assertThat(late.values("id")).containsExactly("3-19"));
        await().untilAsserted(() -> assertThat(late.values("event")).containsExactly("state"));
        await().untilAsserted(() -> assertThat(foreign.values("event")).containsExactly("state"));
    }

    @Test
    void an_idle_stream_is_kept_alive() throws IOException {
        var client = open();

        await().untilAsserted(() ->
                assertThat(client.lines().stream().filter(":"::equals)).hasSizeGreaterThan(2));
    }

    @Test
    void a_stream_ends_when_its_key_is_revoked_and_no_other_does() throws IOException {
        var key = create("read");
        var revoked = watchVitals(key);
        var other = watchVitals(create("read"));
        await().untilAsserted(() -> assertThat(revoked.values("event")).contains("vitals"));

        asAdmin().delete("/api-keys/" + key.id()).then().statusCode(204);

        await().until(revoked::hasEnded);
        int seen = other.values("event").size();
        await().untilAsserted(() -> assertThat(other.values("event")).hasSizeGreaterThan(seen));
    }

    /** After those that come with a new key, which this address can't any more. */
    @Test
    @Order(Integer.MAX_VALUE - 1)
    void a_stream_ends_when_its_key_is_revoked_though_its_address_has_tried_too_many() throws IOException {
        var key = create("read");
        var revoked = watchVitals(key);
        var other = watchVitals(create("read"));
        await().untilAsserted(() -> assertThat(revoked.values("event")).contains("vitals"));
        await().untilAsserted(() -> assertThat(other.values("event")).contains("vitals"));
        await().until(() -> withKey("wrong").get("/vitals").statusCode() == 429);

        asAdmin().delete("/api-keys/" + key.id()).then().statusCode(204);

        await().until(revoked::hasEnded);
        int seen = other.values("event").size();
        await().untilAsserted(() -> assertThat(other.values("event")).hasSizeGreaterThan(seen));
    }

    private EventStreamClient watchVitals(Key key) throws IOException {
        return watch(vitals, key);
    }

    private EventStreamClient watchFeed(Key key) throws IOException {
        return watch(privateAddress, key);
    }

    private EventStreamClient watch(URI stream, Key key) throws IOException {
        var client = EventStreamClient.open(stream, "Authorization: Bearer " + key.text() + "\r\n");
        clients.add(client);
        return client;
    }

    @Test
    void a_client_that_does_not_read_loses_the_oldest_and_is_told() throws IOException {
        var slow = EventStreamClient.openWithoutReading(address);
        clients.add(slow);
        var quick = open();
        await().untilAsserted(() -> assertThat(feed().subscribers()).isEqualTo(2));
        var much = "x".repeat(100_000);

        // Far more than the sockets of both ends hold; each event only after the quick client has the one before.
        for (int n = 0; n < 100; n++) {
            var id = "4-" + n;
            feed().publish(id, "tick", Map.of("much", much));
            await().untilAsserted(() -> assertThat(quick.values("id")).contains(id));
        }
        slow.startReading();

        await().untilAsserted(() -> assertThat(slow.values("id")).contains("4-99"));
        assertThat(quick.values("event")).doesNotContain("dropped");
        assertThat(slow.values("event")).contains("dropped");
        assertThat(ticks(slow) + dropped(slow)).isEqualTo(100);
    }

    @Test
    void one_client_too_many_is_refused() throws IOException {
        open();
        open();
        open();
        await().untilAsserted(() -> assertThat(feed().subscribers()).isEqualTo(3));

        isProblem(given().get("/feed"), KitProblem.OVERLOADED).header("Retry-After", "1");
    }

    @Test
    void a_caller_with_its_share_of_all_feeds_is_refused_and_leaves_room_for_others() throws IOException {
        var greedy = create("read");
        var first = watchFeed(greedy);
        watchFeed(greedy);
        var third = watchVitals(greedy);
        await().untilAsserted(() -> assertThat(third.values("event")).contains("vitals"));
        await().untilAsserted(() -> assertThat(feed().subscribers()).isEqualTo(2));

        isProblem(withKey(greedy.text()).get("/feed/private"), KitProblem.TOO_MANY_STREAMS)
                .header("Retry-After", "1");
        isProblem(withKey(greedy.text()).get("/vitals/stream"), KitProblem.TOO_MANY_STREAMS);

        var other = watchFeed(create("read"));
        await().untilAsserted(() -> assertThat(other.values("event")).contains("state"));
        first.close();
        await().untilAsserted(() -> assertThat(feed().subscribers()).isEqualTo(2));
        var again = watchFeed(greedy);
        await().untilAsserted(() -> assertThat(again.values("event")).contains("state"));
    }

    @Test
    void clients_that_leave_are_forgotten() throws IOException {
        for (int i = 0; i < 50; i++) {
            try (var client = EventStreamClient.open(address)) {
                await().untilAsserted(() -> assertThat(client.values("event")).contains("state"));
            }
            await().untilAsserted(() -> assertThat(feed().subscribers()).isZero());
        }
    }

    /** Events wait for a client that does not read, and it goes: what Quarkus then reports never gets to the console. */
    @Test
    void a_page_that_is_closed_while_it_is_written_to_leaves_no_error_in_the_logs() throws IOException {
        var reports = new LogKeeper();
        var writer = Logger.getLogger(PublisherResponseHandler.class.getName());
        writer.addHandler(reports);
        try {
            var page = EventStreamClient.openWithoutReading(address);
            await().untilAsserted(() -> assertThat(feed().subscribers()).isEqualTo(1));
            IntStream.range(0, 100).forEach(n -> feed().publish("tick", Map.of("much", "x".repeat(100_000))));

            page.close();

            await().untilAsserted(() -> assertThat(reports.kept()).isNotEmpty());
        } finally {
            writer.removeHandler(reports);
        }
        assertThat(InitialConfigurator.DELAYED_HANDLER.getHandlers())
                .filteredOn(ConsoleHandler.class::isInstance)
                .isNotEmpty()
                .allSatisfy(console -> assertThat(reports.kept()).noneMatch(console::isLoggable));
    }

    /** Everything that one logger says. */
    private static final class LogKeeper extends Handler {

        private final List<LogRecord> kept = new CopyOnWriteArrayList<>();

        List<LogRecord> kept() {
            return kept;
        }

        @Override
        public void publish(LogRecord entry) {
            kept.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** The last one, as no stream lasts after it. */
    @Test
    @Order(Integer.MAX_VALUE)
    void when_the_shutdown_begins_streams_end_and_later_ones_show_no_more_than_the_state() throws IOException {
        var client = open();
        await().untilAsserted(() -> assertThat(client.values("event")).contains("state"));

        shutdown.fire(new ShutdownDelayInitiatedEvent());

        await().until(client::hasEnded);
        for (var address : List.of(address, ownAddress)) {
            var late = EventStreamClient.open(address);
            clients.add(late);
            await().until(late::hasEnded);
            assertThat(late.values("event")).containsExactly("state");
        }
    }

    private static long ticks(EventStreamClient client) {
        return client.values("event").stream().filter("tick"::equals).count();
    }

    private static long dropped(EventStreamClient client) {
        return client.values("data").stream()
                .filter(data -> data.startsWith("{\"count\":"))
                .mapToLong(data -> Long.parseLong(data.replaceAll("\\D", "")))
                .sum();
    }

    private EventFeed feed() {
        return resource.feed();
    }

    private EventStreamClient open(String... headers) throws IOException {
        var client = EventStreamClient.open(address, headers);
        clients.add(client);
        return client;
    }
}
