package dev.hotstate.faults;

import dev.hotstate.kit.backends.service.ServicePackage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A service with one promise broken on purpose: a copy of what Maven packaged, with one place of one Lua script changed. No service
 * has a switch for such a thing.
 */
enum Mutation {
    NOBODY_IS_TOLD(
            "monitor",
            "lua/include/judge_failure.lua",
            "append_transition(transitions, 'opened', id, outage, now, result, meta)",
            "",
            ""),
    A_DRIVER_FOR_EVERYBODY(
            "driver",
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
    ONE_PARENT_IS_ENOUGH("dag", "lua/include/decide.lua", "ok == parents", "ok > 0", ""),
    HITS_ARE_NOT_COUNTED("metrics", "lua/limit/sub_windows.lua", "total + granted * hits", "total", "");

    private final String app;
    private final String script;
    private final String right;
    private final String wrong;
    private final String sql;

    Mutation(String app, String script, String right, String wrong, String sql) {
        this.app = app;
        this.script = script;
        this.right = right;
        this.wrong = wrong;
        this.sql = sql;
    }

    String app() {
        return app;
    }

    /** What the database must not refuse, either; empty if it would not. */
    String sql() {
        return sql;
    }

    /** A copy of the package in that folder, with the mutation. */
    ServicePackage of(ServicePackage original, Path folder) {
        var copy = folder.resolve(app);
        try {
            copy(original.folder(), copy);
            try (var jars = Files.newDirectoryStream(copy.resolve("app"), "*.jar")) {
                for (var jar : jars) {
                    mutate(jar);
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
