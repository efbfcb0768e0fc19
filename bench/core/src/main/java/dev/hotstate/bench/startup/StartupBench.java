package dev.hotstate.bench.startup;

import dev.hotstate.bench.Bench;
import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.Race;
import dev.hotstate.bench.stage.BenchBackends;
import dev.hotstate.images.Launch;
import dev.hotstate.images.Service;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The four services started as a jar, with a recorded start, and as an image, on the same Redis Cluster and Postgres. */
public final class StartupBench implements Bench {

    private static final int ROUNDS = 5;
    private static final int ROUNDS_QUICK = 1;

    private final List<String> notes = new ArrayList<>(List.of(
            "From the start of the command to the first 200 of /about, which is there when Redis, Postgres, migrations and all routes are;"
                    + " asked every 5 ms. CPU and resident memory of the JVM at that moment. One service at a time, schemas migrated,"
                    + " files in the cache of the system.",
            "jar: java -jar on the whole JDK. jar and recorded start: the runtime, the flags and the cache of the image, without a container."
                    + " image: podman run, with the time that podman itself takes."));

    @Override
    public String name() {
        return "startup";
    }

    @Override
    public String question() {
        return "How long does a service take from nothing to its first answer, and how much memory has it then?";
    }

    @Override
    public LineUp lineUp(BenchScope scope) {
        var backends = BenchBackends.start(scope);
        var contestants = new ArrayList<Contestant>();
        for (var service : Service.values()) {
            contestants.addAll(contestants(scope, backends, service));
        }
        return new LineUp(
                List.of(new Race(contestants, scope.quick() ? ROUNDS_QUICK : ROUNDS, false)),
                List.of(),
                List.of(),
                Map.of(
                        "Redis",
                        BenchBackends.redisVersion(),
                        "JDK",
                        Runtime.version().toString()),
                notes);
    }

    private List<Contestant> contestants(BenchScope scope, BenchBackends backends, Service service) {
        var environment = new HashMap<>(backends.admit(service.module()));
        environment.put("QUARKUS_PROFILE", "local");
        var contestants = new ArrayList<Contestant>();
        var jar = scope.application(service.module()).getParent();
        contestants.add(new ColdStart(
                service.module() + ", jar",
                environment,
                true,
                variables -> process(scope, service, Launch.plain(java(), jar.toString()), variables)));
        var images = scope.checkout().resolve(".hotstate/images");
        var application = images.resolve("app").resolve(service.module());
        var runtime = images.resolve("java-" + Runtime.version()).resolve("bin/java");
        if (Files.exists(application.resolve(Launch.CACHE)) && Files.exists(runtime)) {
            contestants.add(new ColdStart(
                    service.module() + ", jar and recorded start",
                    environment,
                    !scope.quick(),
                    variables -> process(
                            scope, service, Launch.replaying(runtime.toString(), application.toString()), variables)));
        } else {
            notes.add("No recorded start of " + service.module() + ": ./hotstate images makes one.");
        }
        var image = "localhost/hotstate/" + service.module() + ":0.1.0";
        if (Container.isThere(image)) {
            contestants.add(new ColdStart(
                    service.module() + ", image",
                    environment,
                    !scope.quick(),
                    variables -> Container.start(image, variables)));
        } else {
            notes.add("No image of " + service.module() + " in podman: ./hotstate images makes one.");
        }
        return contestants;
    }

    private static ColdStart.Running process(
            BenchScope scope, Service service, List<String> command, Map<String, String> variables) {
        var process = ChildProcess.start(
                ChildCommand.of(service.module(), scope.folder(), command).environment(variables));
        return new ColdStart.Running() {
            @Override
            public long pid() {
                return process.pid();
            }

            @Override
            public void kill() {
                process.kill();
            }
        };
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
