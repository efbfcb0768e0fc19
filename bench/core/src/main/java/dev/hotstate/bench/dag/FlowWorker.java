package dev.hotstate.bench.dag;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotstate.dag.client.DagWorker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A process that submits jobs and works on their tasks, as flows.mjs does with BullMQ: jobs are submitted one after the other, up to
 * 50 tasks run at once, each does nothing. An order is {@code <shape> <tasks per job> <jobs>}; answered when all tasks are done and
 * the service has accepted that.
 */
final class FlowWorker {

    private static final String QUEUE = "flows";
    private static final int CONCURRENCY = 50;
    private static final int PATIENCE_SECONDS = 120;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final DagApi api;
    private final URI service;
    private final Histogram gaps = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
    private volatile CountDownLatch left = new CountDownLatch(0);
    private volatile long endedNanos;

    private FlowWorker(URI service) {
        this.service = service;
        this.api = new DagApi(service);
    }

    /**
     * @param tasks that were done
     * @param nanos from the first submission to the last answer
     * @param gapP50Micros from the end of a task to the start of the next; means something in a single chain only
     */
    record Report(long tasks, long nanos, double gapP50Micros, double gapP99Micros) {

        double perSecond() {
            return tasks * 1e9 / nanos;
        }

        static Report parse(String answer) throws IOException {
            return JSON.readValue(answer, Report.class);
        }
    }

    /** @param args where the service is */
    public static void main(String[] args) throws Exception {
        var flows = new FlowWorker(URI.create(args[0]));
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var worker = flows.start()) {
            for (var line = orders.readLine(); line != null; line = orders.readLine()) {
                var words = line.split(" ");
                var report = flows.run(
                        worker, Shape.named(words[0], Integer.parseInt(words[1])), Integer.parseInt(words[2]));
                System.out.println(JSON.writeValueAsString(report));
            }
        }
    }

    private DagWorker start() {
        return DagWorker.of(service)
                .queue(QUEUE, CONCURRENCY, task -> {
                    began(System.nanoTime());
                    left.countDown();
                    endedNanos = System.nanoTime();
                    return null;
                })
                .start();
    }

    private void began(long now) {
        synchronized (gaps) {
            gaps.recordValue(Math.max(0, now - endedNanos));
        }
    }

    private Report run(DagWorker worker, Shape shape, int jobs) throws IOException, InterruptedException {
        long tasks = (long) shape.size() * jobs;
        left = new CountDownLatch(Math.toIntExact(tasks));
        gaps.reset();
        long begin = System.nanoTime();
        endedNanos = begin;
        var run = UUID.randomUUID().toString().substring(0, 8);
        for (int job = 0; job < jobs; job++) {
            api.submit(shape.json(run + "-" + job, QUEUE));
        }
        if (!left.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(left.getCount() + " of " + tasks + " tasks were not handed out");
        }
        while (worker.running() > 0) {
            Thread.sleep(1);
        }
        long nanos = System.nanoTime() - begin;
        return new Report(tasks, nanos, gaps.getValueAtPercentile(50) / 1e3, gaps.getValueAtPercentile(99) / 1e3);
    }
}
