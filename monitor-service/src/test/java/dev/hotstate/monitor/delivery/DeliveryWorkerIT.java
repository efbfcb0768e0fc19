package dev.hotstate.monitor.delivery;

import static dev.hotstate.monitor.channel.ChannelRequests.asAdmin;
import static dev.hotstate.monitor.channel.ChannelRequests.webhook;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.hotstate.kit.http.postgres.Database;
import dev.hotstate.monitor.alert.Alert;
import dev.hotstate.monitor.alert.AlertOutbox;
import dev.hotstate.monitor.alert.Transition;
import dev.hotstate.monitor.channel.ChannelRequests;
import dev.hotstate.monitor.channel.Channels;
import dev.hotstate.monitor.channel.Sink;
import dev.hotstate.monitor.channel.Sink.Heard;
import dev.hotstate.monitor.platform.PublicId;
import dev.hotstate.monitor.probe.Reason;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class DeliveryWorkerIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Two attempts come quickly, and there are enough of them for a test that is held up before it lets one succeed. */
    private static final String SOON_AND_FOR_LONG = "50ms,50ms" + ",500ms".repeat(60);

    @Inject
    DeliveryWorker ofTheApplication;

    @Inject
    DeliveryStore store;

    @Inject
    Channels channels;

    @Inject
    AlertOutbox outbox;

    @Inject
    Database database;

    @Inject
    Vertx vertx;

    private final String tag = PublicId.next("tag");
    private final List<String> made = new ArrayList<>();
    private final List<DeliveryWorker> workers = new ArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private Sink sink;

    @BeforeEach
    void prepare() {
        ofTheApplication.stop(new ShutdownEvent());
        sink = Sink.open();
    }

    @AfterEach
    void cleanUp() {
        workers.forEach(worker -> worker.stop(new ShutdownEvent()));
        made.forEach(ChannelRequests::delete);
        sink.close();
        ofTheApplication.start(new StartupEvent());
    }

    @Test
    void an_alert_is_delivered_once() {
        var channel = channel(sink);
        var incident = enqueue(Transition.OPENED);
        startWorker(patient());

        await().atMost(PATIENCE).untilAsserted(() -> state(incident, "sent"));
        assertThat(sink.heard()).extracting(Heard::key).containsExactly(incident + ":opened:" + channel);
        assertThat(sink.heard().getFirst().json().at("/data/monitorName").asText())
                .isEqualTo("shop");
    }

    @Test
    void an_alert_that_is_reported_again_is_still_one() {
        channel(sink);
        var incident = enqueue(Transition.OPENED);
        enqueue(incident, Transition.OPENED, 0);
        enqueue(incident, Transition.RESOLVED, 0);
        startWorker(patient());

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sink.heard()).hasSize(2));
        assertThat(deliveries(incident)).hasSize(2);
    }

    @Test
    void tags_choose_the_channels() {
        try (var other = Sink.open()) {
            var here = channel(sink);
            made.add(webhook(other, PublicId.next("tag")));
            var incident = enqueue(Transition.OPENED);

            assertThat(deliveries(incident))
                    .extracting(delivery -> delivery.get("channelId"))
                    .containsExactly(here);
        }
    }

    @Test
    void what_is_muted_is_recorded_and_not_sent() {
        channel(sink);
        var incident = PublicId.next("inc");
        var alert = alert(incident, Transition.OPENED, 0);
        database.inTransaction(transaction -> outbox.tell(transaction, alert, true))
                .await()
                .atMost(PATIENCE);
        var sent = enqueue(Transition.OPENED);
        startWorker(patient());

        await().atMost(PATIENCE).untilAsserted(() -> state(sent, "sent"));
        state(incident, "muted");
        assertThat(sink.heard()).hasSize(1);
    }

    @Test
    void a_sink_that_is_down_hears_later_and_under_the_same_key() {
        channel(sink);
        sink.answerWith(503);
        var incident = enqueue(Transition.OPENED);
        startWorker(pauses(SOON_AND_FOR_LONG));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sink.heard()).hasSizeGreaterThanOrEqualTo(2));

        sink.answerWith(200);

        await().atMost(PATIENCE).untilAsserted(() -> state(incident, "sent"));
        assertThat(sink.heard())
                .extracting(Heard::key)
                .containsOnly(sink.heard().getFirst().key());
    }

    @Test
    void a_resolve_waits_for_its_open() {
        channel(sink);
        sink.answerWith(503);
        var incident = enqueue(Transition.OPENED);
        enqueue(incident, Transition.RESOLVED, 0);
        enqueue(incident, Transition.REOPENED, 1);
        enqueue(incident, Transition.RESOLVED, 1);
        startWorker(pauses(SOON_AND_FOR_LONG));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sink.heard()).hasSizeGreaterThanOrEqualTo(2));
        assertThat(sink.heard()).allSatisfy(heard -> assertThat(heard.key()).contains(":opened:"));

        sink.answerWith(200);

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(types())
                        .endsWith("incident.opened", "incident.resolved", "incident.reopened", "incident.resolved"));
    }

    @Test
    void what_the_receiver_asks_for_is_honoured() {
        channel(sink);
        sink.answer(response ->
                response.setStatusCode(429).putHeader("Retry-After", "3600").end());
        var incident = enqueue(Transition.OPENED);
        startWorker(pauses("50ms"));

        await().atMost(PATIENCE)
                .untilAsserted(() -> list(incident)
                        .body("items[0].attempts", equalTo(1))
                        .body("items[0].lastError", equalTo("The receiver answered 429")));
        var next = Instant.parse(list(incident).extract().path("items[0].nextAttemptAt"));
        assertThat(next)
                .isBetween(Instant.now().plusSeconds(3_500), Instant.now().plusSeconds(3_700));
    }

    @Test
    void after_the_last_attempt_it_is_dead_until_somebody_sends_it_again() {
        channel(sink);
        sink.answerWith(500);
        var incident = enqueue(Transition.OPENED);
        startWorker(pauses("10ms,10ms"));
        await().atMost(PATIENCE).untilAsserted(() -> state(incident, "dead"));
        assertThat(sink.heard()).hasSize(3);
        sink.answerWith(200);

        var id = list(incident).extract().<String>path("items[0].id");
        asAdmin().post("/deliveries/" + id + "/resend").then().statusCode(200).body("state", equalTo("pending"));

        await().atMost(PATIENCE).untilAsserted(() -> state(incident, "sent"));
        assertThat(sink.heard())
                .hasSize(4)
                .extracting(Heard::key)
                .containsOnly(sink.heard().getFirst().key());
        asAdmin().post("/deliveries/" + id + "/resend").then().statusCode(409);
    }

    @Test
    void what_was_overtaken_is_not_sent_again() {
        channel(sink);
        var incident = refused(Transition.OPENED);
        enqueue(incident, Transition.REMINDER, 1);
        await().atMost(PATIENCE).untilAsserted(() -> states(incident, "dead", "sent"));

        resend(incident, 0).statusCode(409);
    }

    /** What is under way may be there already, and so may what its sender never heard of again. */
    @Test
    void an_opening_is_not_sent_again_while_its_end_is_under_way() {
        var channel = channel(sink);
        var incident = lostOnTheWay();
        enqueue(incident, Transition.RESOLVED, 0);
        var end = store.claim(Map.of(channel, 1), Duration.ofMinutes(5))
                .await()
                .atMost(PATIENCE)
                .getFirst();
        assertThat(end.idempotencyKey()).contains(":resolved:");

        resend(incident, 0).statusCode(409);
        assertThat(store.failed(end, "No answer in time", false, PATIENCE)
                        .await()
                        .atMost(PATIENCE))
                .isTrue();
        resend(incident, 0).statusCode(409);
    }

    @Test
    void an_opening_is_sent_again_before_its_end_that_was_refused() {
        var channel = channel(sink);
        var incident = lostOnTheWay();
        enqueue(incident, Transition.RESOLVED, 0);
        var end = store.claim(Map.of(channel, 1), Duration.ofMinutes(5))
                .await()
                .atMost(PATIENCE)
                .getFirst();
        store.failed(end, "The receiver answered 500", true, Duration.ZERO)
                .await()
                .atMost(PATIENCE);

        resend(incident, 0).statusCode(200);
        startWorker(patient());

        await().atMost(PATIENCE).untilAsserted(() -> states(incident, "sent", "sent"));
        assertThat(types()).containsExactly("incident.opened", "incident.resolved");
    }

    /** Who claims sees an opening either before it is sent again, and its end is under way, or after, and its end waits. */
    @Test
    void who_claims_while_an_opening_is_sent_again_waits_for_it() {
        var channel = channel(sink);
        var incident = lostOnTheWay();
        enqueue(incident, Transition.RESOLVED, 0);
        long opening = Long.parseLong(deliveries(incident).getLast().get("id").toString());
        var decided = new CompletableFuture<Void>();
        var held = new CompletableFuture<Void>();

        var resent = database.inTransaction(transaction -> store.holdBackClaims(transaction)
                        .chain(() -> store.resend(transaction, opening))
                        .invoke(() -> held.complete(null))
                        .chain(() -> Uni.createFrom().completionStage(decided)))
                .subscribeAsCompletionStage();
        held.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        var claimed = store.claim(Map.of(channel, 4), Duration.ofMinutes(5)).subscribeAsCompletionStage();
        await().atMost(PATIENCE).until(() -> claimed.isDone() || isSomebodyHeldBack());
        decided.complete(null);
        resent.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();

        assertThat(claimed.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
                .extracting(ClaimedDelivery::id)
                .containsExactly(opening);
    }

    @Test
    void postgres_ends_who_holds_back_claims_and_stands_still() {
        var limits = database.inTransaction(transaction -> store.holdBackClaims(transaction)
                        .chain(() -> transaction
                                .query("select current_setting('idle_in_transaction_session_timeout') as idle,"
                                        + " current_setting('lock_timeout') as waiting")
                                .execute())
                        .map(rows -> rows.iterator().next()))
                .await()
                .atMost(PATIENCE);

        assertThat(limits.getString("idle")).isEqualTo("5s");
        assertThat(limits.getString("waiting")).isEqualTo("2s");
    }

    private boolean isSomebodyHeldBack() {
        return database.query("select from pg_locks where locktype = 'advisory' and not granted")
                        .await()
                        .atMost(PATIENCE)
                        .rowCount()
                > 0;
    }

    // ---- Who never heard that it is down ----------------------------------------------------------------------------

    @Test
    void the_end_of_what_never_arrived_is_not_told_and_follows_it_when_it_is_sent_again() {
        channel(sink);
        var incident = refused(Transition.OPENED);
        enqueue(incident, Transition.RESOLVED, 0);
        await().atMost(PATIENCE).untilAsserted(() -> states(incident, "dead", "dead"));
        list(incident).body("items[0].attempts", equalTo(0)).body("items[0].lastError", startsWith("Not sent"));
        assertThat(types()).containsOnly("incident.opened");
        int before = sink.heard().size();
        resend(incident, 1).statusCode(409);

        resend(incident, 0).statusCode(200);

        await().atMost(PATIENCE).untilAsserted(() -> states(incident, "sent", "sent"));
        assertThat(types().subList(before, before + 2)).containsExactly("incident.opened", "incident.resolved");
    }

    @Test
    void the_end_that_waits_for_what_is_given_up_at_last_is_not_told() {
        channel(sink);
        sink.answerWith(500);
        var incident = enqueue(Transition.OPENED);
        enqueue(incident, Transition.RESOLVED, 0);
        startWorker(pauses("10ms,10ms"));

        await().atMost(PATIENCE).untilAsserted(() -> states(incident, "dead", "dead"));
        assertThat(types()).containsOnly("incident.opened");
    }

    /** A receiver that keeps incidents open must not keep this one for ever. */
    @Test
    void the_end_of_what_may_have_arrived_is_told() {
        channel(sink);
        var incident = lostOnTheWay();
        enqueue(incident, Transition.RESOLVED, 0);
        startWorker(patient());

        await().atMost(PATIENCE).untilAsserted(() -> states(incident, "dead", "sent"));
    }

    @Test
    void who_heard_of_it_by_a_reminder_hears_of_its_end_and_who_heard_of_that_not_again() {
        channel(sink);
        var incident = refused(Transition.OPENED);
        enqueue(incident, Transition.REMINDER, 1);
        enqueue(incident, Transition.RESOLVED, 0);
        await().atMost(PATIENCE).untilAsserted(() -> states(incident, "dead", "sent", "sent"));
        sink.answerWith(500);
        enqueue(incident, Transition.REOPENED, 0);
        await().atMost(PATIENCE).untilAsserted(() -> states(incident, "dead", "sent", "sent", "dead"));
        sink.answerWith(200);
        enqueue(incident, Transition.RESOLVED, 1);

        await().atMost(PATIENCE).untilAsserted(() -> states(incident, "dead", "sent", "sent", "dead", "dead"));
    }

    /** A worker is running, and the receiver takes what comes next. */
    private String refused(Transition transition) {
        sink.answerWith(500);
        var incident = enqueue(transition);
        startWorker(pauses("10ms"));
        await().atMost(PATIENCE).untilAsserted(() -> state(incident, "dead"));
        sink.answerWith(200);
        return incident;
    }

    /** An opening that was given up, while nobody knows whether it arrived; gives the incident. No worker is running. */
    private String lostOnTheWay() {
        var incident = enqueue(Transition.OPENED);
        var lost = store.claim(Map.of(made.getLast(), 1), Duration.ofMinutes(5))
                .await()
                .atMost(PATIENCE)
                .getFirst();
        store.died(lost, "No answer in time", false).await().atMost(PATIENCE);
        return incident;
    }

    /** @param place among those of the incident, the first is 0 */
    private static ValidatableResponse resend(String incident, int place) {
        var all = deliveries(incident);
        return asAdmin()
                .post("/deliveries/" + all.get(all.size() - 1 - place).get("id") + "/resend")
                .then();
    }

    /** In the order in which they were put there. */
    private static void states(String incident, String... states) {
        assertThat(deliveries(incident).reversed())
                .extracting(delivery -> delivery.get("state"))
                .containsExactly((Object[]) states);
    }

    @Test
    void a_sink_that_hangs_holds_up_nobody_else() {
        try (var hanging = Sink.open()) {
            hanging.hang();
            made.add(webhook(hanging, tag));
            channel(sink);
            for (int i = 0; i < 30; i++) {
                enqueue(Transition.OPENED);
            }
            startWorker(patient());

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(sink.heard()).hasSize(30));
            assertThat(hanging.heard()).hasSizeLessThanOrEqualTo(4);
        }
    }

    @Test
    void who_dies_before_sending_is_replaced_when_the_lease_ends() {
        var channel = channel(sink);
        var incident = enqueue(Transition.OPENED);
        var taken =
                store.claim(Map.of(channel, 1), Duration.ofMillis(300)).await().atMost(PATIENCE);
        assertThat(taken).hasSize(1);

        startWorker(patient());

        await().atMost(PATIENCE).untilAsserted(() -> state(incident, "sent"));
        assertThat(sink.heard()).hasSize(1);
    }

    @Test
    void who_dies_after_sending_leaves_a_repetition_with_the_same_key() {
        var channel = channel(sink);
        var incident = enqueue(Transition.OPENED);
        var taken = store.claim(Map.of(channel, 1), Duration.ofMillis(300))
                .await()
                .atMost(PATIENCE)
                .getFirst();
        channels.send(
                        channels.find(channel).await().atMost(PATIENCE).orElseThrow(),
                        taken.alert(),
                        taken.idempotencyKey(),
                        PATIENCE)
                .await()
                .atMost(PATIENCE);

        startWorker(patient());

        await().atMost(PATIENCE).untilAsserted(() -> state(incident, "sent"));
        assertThat(sink.heard()).hasSize(2).extracting(Heard::key).containsOnly(taken.idempotencyKey());
    }

    @Test
    void an_outcome_without_the_lease_does_not_count() {
        var channel = channel(sink);
        var incident = enqueue(Transition.OPENED);
        var late = store.claim(Map.of(channel, 1), Duration.ofMillis(1))
                .await()
                .atMost(PATIENCE)
                .getFirst();
        await().atMost(PATIENCE)
                .until(() -> !store.claim(Map.of(channel, 1), Duration.ofMinutes(5))
                        .await()
                        .atMost(PATIENCE)
                        .isEmpty());

        assertThat(store.failed(late, "too late", false, Duration.ZERO).await().atMost(PATIENCE))
                .isFalse();
        assertThat(store.died(late, "too late", false).await().atMost(PATIENCE)).isFalse();
        assertThat(store.sent(late).await().atMost(PATIENCE)).isFalse();
        list(incident).body("items[0].state", equalTo("pending")).body("items[0].attempts", equalTo(2));
    }

    @Test
    void two_instances_deliver_each_alert_once() {
        channel(sink);
        for (int i = 0; i < 100; i++) {
            enqueue(Transition.OPENED);
        }
        startWorker(patient());
        startWorker(patient());

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(sink.heard()).hasSizeGreaterThanOrEqualTo(100));
        assertThat(sink.heard()).extracting(Heard::key).doesNotHaveDuplicates().hasSize(100);
    }

    @Test
    void what_waits_for_a_channel_that_is_disabled_is_given_up() {
        var channel = channel(sink);
        var incident = enqueue(Transition.OPENED);
        var settings = "{\"kind\": \"webhook\", \"url\": \"" + sink.url() + "\"}";
        asAdmin()
                .body("{\"name\": \"" + channel + "\", \"settings\": " + settings + ", \"enabled\": false}")
                .put("/channels/" + channel)
                .then()
                .statusCode(200);

        startWorker(patient());

        await().atMost(PATIENCE).untilAsserted(() -> state(incident, "dead"));
        assertThat(sink.heard()).isEmpty();
    }

    @Test
    void the_outbox_is_measured() {
        channel(sink);
        sink.answerWith(500);
        enqueue(Transition.OPENED);
        startWorker(pauses("10m"));
        await().atMost(PATIENCE).until(() -> !sink.heard().isEmpty());

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(meters.counter("monitor.alert.delivery", "kind", "webhook", "outcome", "failed")
                            .count())
                    .isEqualTo(1);
            workers.getFirst().keepHouse().await().atMost(PATIENCE);
            assertThat(meters.get("monitor.alert.outbox.depth").gauge().value()).isPositive();
            assertThat(meters.get("monitor.alert.outbox.age").gauge().value()).isPositive();
        });
    }

    @Test
    void deliveries_are_listed_by_what_is_asked_for() {
        channel(sink);
        var incident = enqueue(Transition.OPENED);
        list(incident)
                .body("items", hasSize(1))
                .body("items[0].state", equalTo("pending"))
                .body("items[0].channelName", notNullValue());
        asAdmin().get("/deliveries?state=pending").then().body("items.size()", greaterThan(0));
        asAdmin().get("/deliveries?state=nonsense").then().statusCode(400);
        asAdmin().post("/deliveries/0/resend").then().statusCode(404);
    }

    private String channel(Sink to) {
        var id = webhook(to, tag);
        made.add(id);
        return id;
    }

    /** @return the incident */
    private String enqueue(Transition transition) {
        var incident = PublicId.next("inc");
        enqueue(incident, transition, 0);
        return incident;
    }

    private void enqueue(String incident, Transition transition, int round) {
        var alert = alert(incident, transition, round);
        database.inTransaction(transaction -> outbox.tell(transaction, alert, false))
                .await()
                .atMost(PATIENCE);
    }

    private Alert alert(String incident, Transition transition, int round) {
        var began = Instant.parse("2026-11-18T12:00:00Z");
        return new Alert(
                transition,
                round,
                incident,
                "mon_1",
                "shop",
                "https://shop.example",
                List.of(tag),
                began,
                began.plusSeconds(90),
                Reason.STATUS,
                503,
                "Status 503 is not among 200-299");
    }

    private void startWorker(Map<String, String> settings) {
        var config = TestDeliveryConfig.of(settings);
        var worker = new DeliveryWorker(store, channels, config, new DeliveryMetrics(meters), vertx);
        workers.add(worker);
        worker.start(new StartupEvent());
    }

    private static Map<String, String> patient() {
        return Map.of();
    }

    private static Map<String, String> pauses(String pauses) {
        return Map.of("monitor.delivery.pauses", pauses);
    }

    private List<String> types() {
        return sink.heard().stream()
                .map(heard -> heard.json().get("type").asText())
                .toList();
    }

    private static List<Map<String, Object>> deliveries(String incident) {
        return list(incident).extract().path("items");
    }

    private static void state(String incident, String state) {
        list(incident).body("items[0].state", equalTo(state));
    }

    private static ValidatableResponse list(String incident) {
        return asAdmin().get("/deliveries?incident=" + incident).then().statusCode(200);
    }
}
