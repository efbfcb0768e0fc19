package dev.hotstate.faults;

import dev.hotstate.kit.backends.service.ServicePackage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A promise of a service, broken on purpose: in one place of one Lua script, in a copy of what Maven packaged, or in the database behind it.
 * No service has a switch for such a thing.
 */
enum Mutation {
    NOBODY_IS_TOLD_OF_AN_END(
            "monitor",
            "told as open",
            "lua/include/judge_success.lua",
            "append_transition(transitions, 'resolved', id, outage, now, result, meta)",
            ""),
    EVERYTHING_IS_TOLD_TWICE("monitor", "was told 2 times", """
            create function monitor.tell_again() returns trigger language plpgsql as $$
            begin
                if new.idempotency_key not like '%-again' then
                    new.idempotency_key = new.idempotency_key || '-again';
                    insert into monitor.alert_delivery (incident_id, transition, channel_id, monitor_id, state, next_attempt_at,
                                                        idempotency_key, payload, created_at)
                    values (new.incident_id, new.transition, new.channel_id, new.monitor_id, new.state, new.next_attempt_at,
                            new.idempotency_key, new.payload, new.created_at);
                end if;
                return null;
            end $$;
            create trigger tell_again after insert on monitor.alert_delivery for each row execute function monitor.tell_again()"""),
    A_DRIVER_FOR_EVERYBODY(
            "driver",
            "was given to",
            "lua/claim/claim_driver.lua",
            "driver.status ~= 'AVAILABLE'",
            "false",
            // Postgres would refuse the second one by itself: here it takes the driver from the first one.
            """
            create function driver.give_away() returns trigger language plpgsql as $$
            begin
                update driver.assignment set state = 'released', ended_at = now()
                where driver = new.driver and state in ('claimed', 'confirmed');
                return new;
            end $$;
            create trigger give_away before insert on driver.assignment for each row execute function driver.give_away()"""),
    NOBODY_IS_FOUND("driver", "nobody finds", "lua/cell/enter_cell.lua", "redis.call('ZADD', geo, unpack(places))", ""),
    ONE_PARENT_IS_ENOUGH("dag", "was handed out before", "lua/include/decide.lua", "ok == parents", "ok > 0"),
    JOBS_STAY_FOR_EVER("dag", ":dag:edges:", "lua/job/expire_job.lua", "redis.call('PEXPIRE', edges, ttl_ms)", ""),
    HITS_ARE_NOT_COUNTED("metrics", "was let through", "lua/limit/sub_windows.lua", "total + granted * hits", "total");

    private final String app;
    private final String noticed;
    private final String script;
    private final String right;
    private final String wrong;
    private final String sql;

    Mutation(String app, String noticed, String script, String right, String wrong) {
        this(app, noticed, script, right, wrong, "");
    }

    Mutation(String app, String noticed, String sql) {
        this(app, noticed, "", "", "", sql);
    }

    Mutation(String app, String noticed, String script, String right, String wrong, String sql) {
        this.app = app;
        this.noticed = noticed;
        this.script = script;
        this.right = right;
        this.wrong = wrong;
        this.sql = sql;
    }

    /** Part of the sentence in which its users complain of it. */
    String noticed() {
        return noticed;
    }

    /** What the database must do for it; empty if nothing. */
    String sql() {
        return sql;
    }

    /** A copy of the package in that folder, with all mutations of that service. */
    static ServicePackage all(String app, ServicePackage original, Path folder) {
        var copy = folder.resolve(app);
        try {
            copy(original.folder(), copy);
            try (var jars = Files.newDirectoryStream(copy.resolve("app"), "*.jar")) {
                for (var jar : jars) {
                    for (var mutation : values()) {
                        if (mutation.app.equals(app) && !mutation.script.isEmpty()) {
                            mutation.mutate(jar);
                        }
                    }
                }
            }
            return new ServicePackage(copy);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void mutate(Path jar) throws IOException {
        try (var files = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
            var file = files.getPath(script);
            var text = Files.readString(file);
            if (!text.contains(right)) {
                throw new IllegalStateException(
                        "%s does not say \"%s\" any more: change the mutation".formatted(script, right));
            }
            Files.writeString(file, text.replace(right, wrong));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var all = Files.walk(from)) {
            for (var file : all.toList()) {
                var target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
