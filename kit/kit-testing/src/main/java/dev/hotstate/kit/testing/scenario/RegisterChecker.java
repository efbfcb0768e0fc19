package dev.hotstate.kit.testing.scenario;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Registers that hold the last value written. Writes to one register come one after another and never write a value
 * twice, so in the end it holds the last acknowledged value, or any unknown one: those may arrive late.
 */
public final class RegisterChecker implements Checker {

    private final RegisterReader reader;
    private final Map<String, Register> registers = new ConcurrentSkipListMap<>();

    private RegisterChecker(RegisterReader reader) {
        this.reader = reader;
    }

    /** Reads what a register holds now; null when it is absent. */
    @FunctionalInterface
    public interface RegisterReader {
        @Nullable
        String valueOf(String key) throws Exception;
    }

    public static RegisterChecker reading(RegisterReader reader) {
        return new RegisterChecker(reader);
    }

    /** Performs a write and notes how it ended; other writers of the same register wait. */
    public Outcome write(String key, String value, Callable<?> write, Function<Throwable, Outcome> judge) {
        var register = registers.computeIfAbsent(key, k -> new Register());
        register.lock.lock();
        try {
            if (!register.everWritten.add(value)) {
                throw new IllegalArgumentException("written twice, so it proves nothing: " + key + " = " + value);
            }
            var outcome = Outcome.of(write, judge);
            switch (outcome) {
                case ACKED -> register.lastAcked = value;
                case UNKNOWN -> register.unknown.add(value);
                case REFUSED -> {}
            }
            return outcome;
        } finally {
            register.lock.unlock();
        }
    }

    @Override
    public List<String> violations() throws Exception {
        var found = new ArrayList<String>();
        for (var entry : registers.entrySet()) {
            var register = entry.getValue();
            var value = reader.valueOf(entry.getKey());
            if (!Objects.equals(value, register.lastAcked) && !register.unknown.contains(String.valueOf(value))) {
                found.add("%s holds %s, but %s was acknowledged last (%d unknown writes)"
                        .formatted(entry.getKey(), value, register.lastAcked, register.unknown.size()));
            }
        }
        return found;
    }

    private static final class Register {
        final ReentrantLock lock = new ReentrantLock();
        final Set<String> everWritten = new HashSet<>();
        final Set<String> unknown = new HashSet<>();

        @Nullable
        String lastAcked;
    }
}
