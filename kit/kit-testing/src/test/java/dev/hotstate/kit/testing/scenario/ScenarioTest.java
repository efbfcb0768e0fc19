package dev.hotstate.kit.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ScenarioTest {

    private static final Function<Throwable, Outcome> JUDGE = failure -> switch (failure) {
        case Refused refused -> Outcome.REFUSED;
        case NoAnswer noAnswer -> Outcome.UNKNOWN;
        default -> throw new AssertionError(failure);
    };

    @Test
    void an_honest_store_passes_with_all_outcomes_counted() {
        var store = new Store(Defect.NONE);

        var report = scenario(store, 7).run();

        assertThat(report.violations()).isEmpty();
        assertThat(report.count(Outcome.ACKED)).isPositive();
        assertThat(report.count(Outcome.REFUSED)).isPositive();
        assertThat(report.count(Outcome.UNKNOWN)).isPositive();
    }

    @Test
    void a_store_that_loses_what_it_acknowledged_is_found() {
        assertThatThrownBy(() -> scenario(new Store(Defect.LOSES_ACKED), 7).run())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 7")
                .hasMessageContaining("were acknowledged")
                .hasMessageContaining("lost");
    }

    @Test
    void a_store_that_applies_what_it_refused_is_found() {
        assertThatThrownBy(() -> scenario(new Store(Defect.APPLIES_REFUSED), 7).run())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("applied twice or though refused");
    }

    @Test
    void a_store_that_applies_twice_is_found() {
        assertThatThrownBy(() -> scenario(new Store(Defect.APPLIES_TWICE), 7).run())
                .hasMessageContaining("applied twice or though refused");
    }

    @Test
    void a_stale_read_is_found() {
        var store = new Store(Defect.READS_STALE);
        var counters = CounterChecker.reading(store::current);
        counters.increment("a", 1, () -> store.increment("a", 50), JUDGE);

        counters.observe("a", () -> store.read("a"), JUDGE);

        assertThat(violations(counters)).containsExactly("a was read as 0 when 1 were acknowledged and 1 attempted");
    }

    @Test
    void the_same_seed_gives_each_client_the_same_operations() {
        assertThat(plan(42)).isEqualTo(plan(42)).isNotEqualTo(plan(43));
    }

    @Test
    void strikes_come_in_an_order_that_the_seed_decides() {
        assertThat(strikes(42)).isNotEmpty().isEqualTo(strikes(42));
    }

    @Test
    void an_operation_that_hangs_is_a_violation() {
        var never = new CountDownLatch(1);

        var report = Scenario.named("hangs")
                .lasting(Duration.ofMillis(20))
                .patience(Duration.ofMillis(50))
                .clients(1)
                .operation("wait", 1, random -> {
                    never.await();
                    return Outcome.ACKED;
                })
                .explore();

        assertThat(report.violations()).singleElement().asString().startsWith("scenario-client-0 hangs:");
    }

    @Test
    void a_failure_that_nobody_foresaw_is_a_violation() {
        var report = Scenario.named("surprise")
                .clients(1)
                .operationsPerClientMax(1)
                .operation("divide", 1, random -> {
                    throw new ArithmeticException("by zero");
                })
                .explore();

        assertThat(report.violations())
                .containsExactly("operation \"divide\" failed in a way that it does not foresee:"
                        + " java.lang.ArithmeticException: by zero");
    }

    @Test
    void checkers_run_after_healing() {
        var healed = new AtomicBoolean();

        Scenario.named("order")
                .clients(1)
                .operationsPerClientMax(1)
                .operation("nothing", 1, random -> Outcome.ACKED)
                .healing(() -> healed.set(true))
                .checker(() -> healed.get() ? List.of() : List.of("not healed"))
                .run();
    }

    @Test
    void a_register_holds_the_last_acknowledged_value_or_an_unknown_one() {
        var value = new ConcurrentHashMap<String, String>();
        var registers = RegisterChecker.reading(value::get);
        registers.write("r", "1", () -> value.put("r", "1"), JUDGE);
        registers.write("r", "2", () -> value.put("r", "2"), JUDGE);
        assertThat(violations(registers)).isEmpty();

        value.put("r", "1");
        assertThat(violations(registers)).containsExactly("r holds 1, but 2 was acknowledged last (0 unknown writes)");

        registers.write(
                "r",
                "3",
                () -> {
                    throw new NoAnswer();
                },
                JUDGE);
        value.put("r", "3");
        assertThat(violations(registers)).isEmpty();
    }

    private static Scenario scenario(Store store, long seed) {
        var counters = CounterChecker.reading(store::current);
        return Scenario.named("counters")
                .seed(seed)
                .lasting(Duration.ofSeconds(5))
                .clients(4)
                .operationsPerClientMax(500)
                .operation("increment", 9, random -> {
                    var key = "counter-" + random.nextInt(3);
                    var fate = random.nextInt(100);
                    return counters.increment(key, 1, () -> store.increment(key, fate), JUDGE);
                })
                .operation("read", 1, random -> {
                    var key = "counter-" + random.nextInt(3);
                    return counters.observe(key, () -> store.read(key), JUDGE);
                })
                .checker(counters);
    }

    private static List<String> plan(long seed) {
        var done = new ArrayList<String>();
        Scenario.named("plan")
                .seed(seed)
                .clients(1)
                .operationsPerClientMax(50)
                .operation("a", 3, random -> note(done, "a" + random.nextInt(100)))
                .operation("b", 1, random -> note(done, "b" + random.nextInt(100)))
                .run();
        return done;
    }

    private static List<String> strikes(long seed) {
        var done = new CountDownLatch(4);
        return Scenario.named("strikes")
                .seed(seed)
                .clients(1)
                .operationsPerClientMax(1)
                .pauseBetweenStrikes(Duration.ofMillis(2))
                .operation("wait for strikes", 1, random -> {
                    done.await();
                    return Outcome.ACKED;
                })
                .strike("x", random -> done.countDown())
                .strike("y", random -> done.countDown())
                .run()
                .strikes()
                .subList(0, 4);
    }

    private static Outcome note(List<String> done, String what) {
        done.add(what);
        return Outcome.ACKED;
    }

    private static List<String> violations(Checker checker) {
        try {
            return checker.violations();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private enum Defect {
        NONE,
        LOSES_ACKED,
        APPLIES_REFUSED,
        APPLIES_TWICE,
        READS_STALE
    }

    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static final class NoAnswer extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Counters in memory that acknowledge most increments, refuse some, leave some unknown, and have one defect. */
    private static final class Store {

        private final ConcurrentHashMap<String, AtomicLong> values = new ConcurrentHashMap<>();
        private final AtomicLong calls = new AtomicLong();
        private final Defect defect;

        Store(Defect defect) {
            this.defect = defect;
        }

        /** @param fate 0..99 */
        long increment(String key, int fate) {
            boolean defective = calls.incrementAndGet() % 10 == 0;
            if (fate < 10) {
                add(key, defect == Defect.APPLIES_REFUSED ? 1 : 0);
                throw new Refused();
            }
            if (fate < 12) {
                add(key, fate - 10);
                throw new NoAnswer();
            }
            if (defective && defect == Defect.LOSES_ACKED) {
                return current(key);
            }
            return add(key, defective && defect == Defect.APPLIES_TWICE ? 2 : 1);
        }

        long read(String key) {
            return defect == Defect.READS_STALE ? 0 : current(key);
        }

        long current(String key) {
            return add(key, 0);
        }

        private long add(String key, long by) {
            return values.computeIfAbsent(key, k -> new AtomicLong()).addAndGet(by);
        }
    }
}
