package dev.hotstate.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who reads the logs for errors finds them, whoever wrote them. */
class ServiceLogsTest {

    private static final String MOMENT = "2026-11-19T15:57:50.599 ";

    @TempDir
    Path state;

    private ServiceLogs logs;

    @BeforeEach
    void everybody_has_written_something() throws IOException {
        logs = new ServiceLogs(state);
        write("logs/driver-service.log", MOMENT + "INFO  [io.quarkus] driver-service started");
        write("logs/demo-world.log", "");
        write("data/redis/lock", "");
        write("data/redis/node-1/redis-7081.log", "4634:M 19 Nov 2026 15:48:52.201 * Background AOF rewrite finished");
        write("data/postgres/postgres.log", "2026-11-19 15:57:52.112 UTC [4670] LOG:  checkpoint starting: time");
    }

    @Test
    void what_is_usual_is_no_error() {
        assertThat(logs.errors()).isEmpty();
        assertThat(logs.standstills()).isEmpty();
    }

    @Test
    void a_service_has_errors() throws IOException {
        var error = MOMENT + "ERROR [de.ho.dr.cl.ClaimStore] No such claim";
        write("logs/driver-service.log", error, MOMENT + "WARN  [de.ho.dr.cl.ClaimStore] Slow");

        assertThat(logs.errors()).containsExactly("driver-service.log: " + error);
    }

    @Test
    void an_error_stays_the_same_while_its_log_begins_anew() throws IOException {
        var error = MOMENT + "ERROR [de.ho.dr.cl.ClaimStore] No such claim";
        write("logs/driver-service.log.previous", error);

        assertThat(logs.errors()).containsExactly("driver-service.log: " + error);
    }

    @Test
    void that_a_backend_does_not_answer_for_a_moment_may_be_the_machine_and_nothing_else_may() throws IOException {
        var incomplete = of("15:57:52.000", "ERROR", "Only 10,923 of 16,384 slots are served");
        write("logs/driver-service.log.previous", of("15:57:50.599", "ERROR", "Postgres does not answer"));
        write(
                "logs/driver-service.log",
                of("15:57:51.000", "ERROR", "No Redis node answers"),
                incomplete,
                of("15:57:53.500", "INFO ", "Over: No Redis node answers"),
                of("15:58:00.599", "INFO ", "Over: Postgres does not answer"));

        assertThat(logs.errors()).containsExactly("driver-service.log: " + incomplete);
    }

    @Test
    void a_backend_that_still_does_not_answer_is_an_error() throws IOException {
        var silent = of("15:57:50.599", "ERROR", "Postgres does not answer");
        write("logs/driver-service.log", silent, of("15:57:53.500", "INFO ", "Over: No Redis node answers"));
        write("logs/dag-scheduler.log", of("15:57:55.000", "INFO ", "Over: Postgres does not answer"));

        assertThat(logs.errors()).containsExactly("driver-service.log: " + silent);
    }

    @Test
    void one_that_often_does_not_or_for_long_is_as_well() throws IOException {
        write(
                "logs/driver-service.log",
                of("15:57:50.000", "ERROR", "Postgres does not answer"),
                of("15:58:10.000", "INFO ", "Over: Postgres does not answer"),
                of("15:59:50.000", "ERROR", "Postgres does not answer"),
                of("16:00:00.001", "INFO ", "Over: Postgres does not answer"));

        assertThat(logs.errors()).hasSize(2);
    }

    @Test
    void nobody_else_is_excused_for_saying_so() throws IOException {
        var pool = MOMENT + "ERROR [de.ho.dr.cl.ClaimStore] Postgres does not answer";
        var shard = of("15:57:51.000", "ERROR", "Redis master 127.0.0.1:7081 does not answer");
        write("logs/driver-service.log", pool, shard, of("15:57:52.000", "INFO ", "Over: Postgres does not answer"));

        assertThat(logs.errors()).containsExactly("driver-service.log: " + pool, "driver-service.log: " + shard);
    }

    @Test
    void a_thread_of_the_demo_world_ends() throws IOException {
        write("logs/demo-world.log", "Exception in thread \"shop\" java.lang.NullPointerException");

        assertThat(logs.errors()).hasSize(1);
    }

    @Test
    void redis_warns() throws IOException {
        var warning = "4634:M 19 Nov 2026 15:57:51.917 # Cluster state changed: fail";
        write("data/redis/node-1/redis-7081.log", warning);

        assertThat(logs.errors()).containsExactly("redis-7081.log: " + warning);
    }

    @Test
    void postgres_refuses() throws IOException {
        write(
                "data/postgres/postgres.log",
                "2026-11-19 16:56:39.391 UTC [21221] ERROR:  deadlock detected",
                "2026-11-19 16:56:39.391 UTC [21221] FATAL:  sorry, too many clients already",
                "2026-11-19 16:56:39.391 UTC [21221] DETAIL:  of no interest");

        assertThat(logs.errors()).hasSize(2);
    }

    @Test
    void a_part_of_the_demo_world_may_stand_still_for_a_moment_and_not_for_good() throws IOException {
        var shop = "shop: everything stands still: POST /observations is answered by 503";
        write("logs/demo-world.log", "watch: everything stands still: connection refused", shop, "watch: it goes on.");

        assertThat(logs.standstills()).containsExactly(shop);
    }

    @Test
    void nor_may_it_for_a_moment_if_it_has_asked_too_much() throws IOException {
        var cities = "cities: everything stands still: PUT /drivers/berlin-0185 is answered by 429";
        write("logs/demo-world.log", cities, "cities: it goes on.");

        assertThat(logs.standstills()).containsExactly(cities);
    }

    /** What a service writes of the backends that it watches. */
    private static String of(String time, String level, String message) {
        return "2026-11-19T%s %s [de.ho.ki.re.vi.Reasons]  %s".formatted(time, level, message);
    }

    private void write(String log, String... lines) throws IOException {
        var file = state.resolve(log);
        Files.createDirectories(file.getParent());
        Files.writeString(file, String.join("\n", lines));
    }
}
