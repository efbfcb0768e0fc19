package dev.hotstate.bench.metrics;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** The orders of {@link Deciding} carried out by a limiter that keeps who asks it waiting: each caller is a thread. */
final class ThreadedCallers {

    /** So many keys an order may ask for. */
    static final int KEYS_MAX = 10_000;

    private final IntPredicate limiter;
    private final ExecutorService threads = Executors.newFixedThreadPool(Deciding.CALLERS);

    private ThreadedCallers(IntPredicate limiter) {
        this.limiter = limiter;
    }

    /**
     * Until standard input ends, and the process with it.
     *
     * @param limiter whether the caller of that number, below {@link #KEYS_MAX}, may pass once more
     */
    static void serve(IntPredicate limiter) throws IOException, InterruptedException, ExecutionException {
        var callers = new ThreadedCallers(limiter);
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = orders.readLine(); line != null; line = orders.readLine()) {
            var words = line.split(" ");
            System.out.println(callers.decide(Integer.parseInt(words[0]), Long.parseLong(words[1])));
        }
        System.exit(0);
    }

    private String decide(int keys, long decisions) throws InterruptedException, ExecutionException {
        var asked = new AtomicLong();
        long begun = System.nanoTime();
        long allowed = 0;
        for (var part : threads.invokeAll(IntStream.range(0, Deciding.CALLERS)
                .mapToObj(caller -> (Callable<Long>) () -> askAll(asked, keys, decisions))
                .toList())) {
            allowed += part.get();
        }
        return "{\"decisions\": %d, \"nanos\": %d}".formatted(allowed, System.nanoTime() - begun);
    }

    private long askAll(AtomicLong asked, int keys, long decisions) {
        long allowed = 0;
        for (long number = asked.getAndIncrement(); number < decisions; number = asked.getAndIncrement()) {
            if (limiter.test((int) (number % keys))) {
                allowed++;
            }
        }
        return allowed;
    }
}
