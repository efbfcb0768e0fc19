package dev.hotstate.local;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.service.Readiness;
import dev.hotstate.local.stage.Stage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The backends, the services and everything that watches over them. Started once, stopped once. */
final class LocalSystem {

    private static final Duration READY_POLL = Duration.ofMillis(50);
    private static final int USUAL_BURST = 400;

    private final Settings settings;
    private final StateFolder folder;
    private final boolean withDemo;
    private final PrintStream out;
    private final Supervisor supervisor;
    private final LogBounds logs;
    private final List<ServiceProcess> services = new CopyOnWriteArrayList<>();
    private volatile Optional<EmbeddedBackends> embedded = Optional.empty();
    private volatile Optional<DemoProcess> demo = Optional.empty();
    private volatile Optional<StartPage> startPage = Optional.empty();
    /** Before that there is nothing to stop, and what was wrong is said alone. */
    private volatile boolean hasBegun;

    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    LocalSystem(Settings settings, StateFolder folder, boolean withDemo, PrintStream out) {
        this.settings = settings;
        this.folder = folder;
        this.withDemo = withDemo;
        this.out = out;
        this.supervisor = new Supervisor(out, Clock.systemUTC());
        this.logs = LogBounds.start(out);
    }

    /** Returns when every service is ready and the table has been printed. */
    void start() {
        long begin = System.nanoTime();
        settings.check();
        var demoSize = settings.demoSize();
        var wanted = settings.services();
        wanted.forEach(this::refusePortsInUse);
        hasBegun = true;
        out.println("Starting (logs: " + folder.shown(folder.logs()) + ")");
        if (settings.needsEmbedded()) {
            embedded = Optional.of(EmbeddedBackends.begin(settings, folder));
        }
        // First, as the pages of the services lead to it.
        openStartPage(wanted);
        // While Redis still waits for itself: a service needs longer than that before it asks for a key
        // (docs/adr/0161).
        wanted.forEach(service -> services.add(process(service)));
        embedded.ifPresent(EmbeddedBackends::awaitReady);
        embedded.ifPresent(backends -> out.println("Redis and Postgres are ready after " + secondsSince(begin)));
        awaitReady(begin);
        if (withDemo && !isStopping()) {
            demo = Optional.of(demoProcess(demoSize));
        }
        showAddresses(wanted, begin);
        demo.ifPresent(this::watch);
        services.forEach(this::watch);
        embedded.ifPresent(backends -> backends.processes().forEach(this::watch));
    }

    private void watch(Supervised watched) {
        supervisor.watch(watched);
        logs.watch(watched.process().log());
    }

    /** Prepares a quicker next start; the services are at work meanwhile. */
    void makeStartArchives() {
        for (var service : services) {
            if (service.archive().exists() || isStopping()) {
                continue;
            }
            var log = folder.logs().resolve("start-archive.log");
            try (var dump = service.archive().make(log, settings.withheldFromAll())) {
                if (awaitEnd(dump) == 0) {
                    service.archive().finish();
                } else if (!isStopping()) {
                    out.println("No start archive for " + service.name() + ", it will start slower (log: "
                            + folder.shown(log) + ").");
                }
            }
        }
    }

    void awaitStopped() throws InterruptedException {
        stopped.await();
    }

    /** The services first, so that each can hand back what it holds, then what they stand on. */
    synchronized void stop() {
        if (isStopping()) {
            return;
        }
        stopping.countDown();
        if (hasBegun) {
            out.println("Stopping.");
            stopEverything();
            out.println("Everything has stopped.");
        }
        stopped.countDown();
    }

    private void stopEverything() {
        supervisor.close();
        logs.close();
        startPage.ifPresent(StartPage::close);
        // It has drivers to give back, which takes the services.
        demo.ifPresent(world -> world.process().stop(Stage.END_PATIENCE.plusSeconds(5)));
        // The gateway last: the others still tell it of what they answered in the end.
        stopTogether(service -> !service.service().isGateway());
        stopTogether(service -> service.service().isGateway());
        embedded.ifPresent(EmbeddedBackends::close);
        deleteAddresses();
    }

    private void stopTogether(Predicate<ServiceProcess> which) {
        var together = services.stream().filter(which).toList();
        together.forEach(service -> service.process().requestStop());
        together.forEach(service -> service.process().stop());
    }

    /** Before anything starts: found out later, it would cost the user a whole start. */
    private void refusePortsInUse(LocalService service) {
        try {
            FreePorts.refuseInUse(service.httpPort(), service.module() + " needs");
            FreePorts.refuseInUse(service.managementPort(), service.module() + " needs for health and metrics");
        } catch (BackendFailure e) {
            throw new StartFailure(
                    e.getMessage() + ", or start all of Hotstate on other ports: HOTSTATE_PORT_OFFSET="
                            + settings.otherPortOffset(),
                    e);
        }
    }

    private ServiceProcess process(LocalService service) {
        var log = folder.logs().resolve(service.module() + ".log");
        return new ServiceProcess(
                service,
                folder.service(service),
                log,
                javaOptions(service),
                environment(service),
                settings.withheldFrom(service));
    }

    private DemoProcess demoProcess(DemoSize size) {
        var wanted = services.stream().map(ServiceProcess::service).toList();
        Map<String, Integer> ports = embedded.map(EmbeddedBackends::ports).orElse(Map.of());
        return new DemoProcess(wanted, size, settings, ports, folder);
    }

    private void openStartPage(List<LocalService> wanted) {
        if (isStopping()) {
            return;
        }
        var requiring = wanted.stream()
                .filter(settings::requiresKeys)
                .map(LocalService::app)
                .collect(Collectors.toSet());
        Map<String, String> keys = new TreeMap<>();
        wanted.forEach(service -> settings.firstKey(service).ifPresent(key -> keys.put(service.app(), key)));
        // Whoever requires keys shall not have a button that asks for none.
        boolean mayKill = requiring.isEmpty() && keys.isEmpty();
        var figures = new StartFigures(wanted, new StartFigures.Access(requiring, keys, mayKill), embedded, withDemo);
        var killSwitch =
                embedded.filter(backends -> mayKill).map(backends -> new KillSwitch(backends, Clock.systemUTC()));
        startPage = Optional.of(StartPage.open(settings.startPort(), figures, killSwitch));
    }

    private List<String> javaOptions(LocalService service) {
        // The links between the pages; as properties, since the name of a variable cannot carry the hyphens.
        var links = new ArrayList<String>();
        startPage.ifPresent(page -> links.add("-Dhotstate.sisters.start=" + page.url()));
        settings.services().stream()
                .filter(sister -> !sister.equals(service))
                .forEach(sister -> links.add("-Dhotstate.sisters." + sister.module() + "=" + sister.url("")));
        return Stream.concat(links.stream(), settings.javaOptions().stream()).toList();
    }

    /** From the most general to the most special: the user has the last word. */
    private Map<String, String> environment(LocalService service) {
        Map<String, String> environment = new TreeMap<>(Map.of(
                "QUARKUS_PROFILE", "local",
                "QUARKUS_HTTP_HOST", "127.0.0.1",
                "QUARKUS_MANAGEMENT_HOST", "127.0.0.1",
                "HOTSTATE_ENV", settings.env(service)));
        embedded.ifPresent(backends -> environment.putAll(access(backends, service)));
        if (withDemo) {
            // In the end all drivers are logged out at once, by one caller, who may be whoever asks from this machine.
            if (service.isOfDrivers()) {
                int burst = USUAL_BURST + settings.demoSize().drivers();
                environment.put("HOTSTATE_HTTP_LIMIT_BURST", Integer.toString(burst));
            }
            if (service.isGateway()) {
                // Workers ask for tasks and wait until there are some.
                environment.put("METRICS_LIVE_WAITING_ENDPOINTS", "POST /queues/{queue}/claims");
            }
            recordedBy(service).ifPresent(gateway -> {
                environment.put("HOTSTATE_RECORDING_URL", gateway.url(""));
                // Everybody in the demo is on this machine.
                environment.put("HOTSTATE_RECORDING_CLIENTS", "false");
            });
        }
        environment.putAll(settings.of(service));
        environment.put("QUARKUS_HTTP_PORT", Integer.toString(service.httpPort()));
        environment.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(service.managementPort()));
        return environment;
    }

    /** In the demo the other services tell the gateway what they answer; it does not tell itself. */
    private Optional<LocalService> recordedBy(LocalService service) {
        return settings.services().stream()
                .filter(LocalService::isGateway)
                .filter(gateway -> !gateway.equals(service))
                .findFirst();
    }

    /** Nothing of the embedded servers where the user named another one, or their passwords would be tried there. */
    private Map<String, String> access(EmbeddedBackends backends, LocalService service) {
        Map<String, String> access =
                new TreeMap<>(backends.admit(service, settings.env(service)).environment());
        access.keySet()
                .removeIf(name -> settings.hasOwnRedis(service) && name.contains("_REDIS_")
                        || settings.hasOwnPostgres(service) && name.contains("_DATASOURCE_"));
        return access;
    }

    private void awaitReady(long begin) {
        List<ServiceProcess> waiting = new ArrayList<>(services);
        while (!waiting.isEmpty() && !isStopping()) {
            for (var service : List.copyOf(waiting)) {
                if (!service.process().isAlive()) {
                    throw diedAtStart(service);
                }
                if (service.isReady()) {
                    out.println(service.name() + " is ready after " + secondsSince(begin));
                    waiting.remove(service);
                }
            }
            if (System.nanoTime() - begin > Readiness.START_PATIENCE.toNanos()) {
                throw notReady(waiting.get(0));
            }
            pause();
        }
    }

    private StartFailure diedAtStart(ServiceProcess service) {
        int code = service.process().onExit().join();
        LastWords.print(service.process(), out);
        return new StartFailure(service.name() + " ended at start with exit code " + code
                + "; the reason should be in the lines above. The whole log: "
                + folder.shown(service.process().log()));
    }

    private StartFailure notReady(ServiceProcess service) {
        LastWords.print(service.process(), out);
        return new StartFailure(service.name() + " is not ready after " + Readiness.START_PATIENCE.toSeconds()
                + " s; the reason should be in the lines above. The whole log: "
                + folder.shown(service.process().log()));
    }

    private void showAddresses(List<LocalService> wanted, long begin) {
        if (isStopping()) {
            return;
        }
        var addresses = new Addresses().services(wanted);
        startPage.ifPresent(page -> addresses.other("start page", page.url()));
        embedded.ifPresent(backends -> backends.addTo(addresses));
        settings.aboutKeys().ifPresent(words -> addresses.other("API keys", words));
        demo.ifPresent(city -> addresses.other("demo", city.description()));
        addresses.other("logs", folder.shown(folder.logs()));
        out.println();
        out.println(addresses.text());
        out.println("Hotstate is up after " + secondsSince(begin) + ". Ctrl-C or ./hotstate down stops it.");
        try {
            Files.writeString(folder.addresses(), addresses.text());
        } catch (IOException e) {
            throw new StartFailure("Cannot write " + folder.addresses() + ": " + e.getMessage(), e);
        }
    }

    private void deleteAddresses() {
        try {
            Files.deleteIfExists(folder.addresses());
        } catch (IOException e) {
            out.println("Cannot delete " + folder.addresses() + ": " + e.getMessage());
        }
    }

    boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** The end of the process, or of its usefulness. */
    private int awaitEnd(ChildProcess process) {
        var end = process.onExit();
        while (!end.isDone() && !isStopping()) {
            pause();
        }
        return end.getNow(-1);
    }

    private void pause() {
        try {
            stopping.await(READY_POLL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("Interrupted", e);
        }
    }

    private static String secondsSince(long begin) {
        return "%.1f s".formatted((System.nanoTime() - begin) / 1e9);
    }
}
