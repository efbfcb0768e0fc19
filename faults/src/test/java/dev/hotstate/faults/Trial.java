package dev.hotstate.faults;

import dev.hotstate.kit.testing.scenario.Scenario;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.core.ConditionTimeoutException;

/** A world, the users of its services, and one fault after the other. */
final class Trial implements AutoCloseable {

    private static final int CLIENTS = 16;

    /** A report has an end: the many findings of one service shall not push out those of the next. */
    private static final int VIOLATIONS_OF_ONE_MAX = 6;

    private final World world;
    private final MonitorUsers monitor;
    private final List<Users> users;
    private Duration patience = Users.PATIENCE;

    Trial(World world) throws Exception {
        this.world = world;
        this.monitor = new MonitorUsers(world);
        this.users = List.of(monitor, new DriverUsers(world), new DagUsers(world), new MetricsUsers(world));
        for (var each : users) {
            each.begin();
        }
    }

    Trial impatient(Duration atMost) {
        patience = atMost;
        users.forEach(each -> each.beImpatient(atMost));
        return this;
    }

    World world() {
        return world;
    }

    /** What came of one fault, by service; and what the machine did beside it. */
    record Findings(Fault fault, Map<String, Cell> cells, List<Losses.Unmeant> unmeant, List<String> violations) {

        record Cell(String saw, String lost) {}
    }

    Findings endure(Fault fault) {
        return endure(fault, fault.lasts());
    }

    /** Strikes once in mid-work, lets everything come back by itself, and compares. */
    Findings endure(Fault fault, Duration load) {
        var struck = new AtomicBoolean();
        world.losses().expectNone();
        users.forEach(each -> each.expect(fault));
        var scenario = Scenario.named(fault.title())
                .lasting(load)
                .clients(CLIENTS)
                .patience(Users.PATIENCE)
                .pauseBetweenStrikes(Duration.ofMillis(800))
                .strike(fault.name(), random -> {
                    if (struck.compareAndSet(false, true)) {
                        fault.strike(world, random);
                    }
                })
                .healing(world::heal)
                .checker(this::found)
                .checker(() -> {
                    for (var each : users) {
                        world.losses().look();
                        each.compare(fault);
                    }
                    for (var each : users) {
                        awaitWell(each);
                    }
                    for (var each : users) {
                        world.losses().look();
                        each.check(fault);
                    }
                    return found();
                })
                .checker(new Leftovers(world, patience)::violations)
                .checker(() -> {
                    world.losses().look();
                    return world.losses().violations();
                });
        users.forEach(each -> each.work(scenario));
        var report = scenario.explore();
        Map<String, Findings.Cell> cells = new LinkedHashMap<>();
        users.forEach(each -> cells.put(each.app, new Findings.Cell(each.sight.text(), each.lost())));
        return new Findings(fault, cells, world.losses().unmeant(), report.violations());
    }

    /** Since it was asked last: what many see under load shall not push out what one finds afterwards. */
    private List<String> found() {
        return users.stream()
                .flatMap(each -> each.takeViolations().stream().limit(VIOLATIONS_OF_ONE_MAX))
                .toList();
    }

    /** One that does not come back shall not hide what the others have found. */
    private static void awaitWell(Users each) throws Exception {
        try {
            each.awaitWell();
        } catch (ConditionTimeoutException never) {
            each.violation("does not come back by itself: " + never.getMessage());
        }
    }

    @Override
    public void close() {
        monitor.close();
        world.close();
    }
}
