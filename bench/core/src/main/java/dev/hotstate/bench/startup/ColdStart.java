package dev.hotstate.bench.startup;

import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.ProcessCpu;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.kit.backends.host.FreePorts;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Starts a service, asks it until it answers 200, looks at its process, and kills it. */
final class ColdStart implements Contestant {

    static final String FIRST_ANSWER = "first 200 ms";
    static final String MEMORY = "RSS MB";
    static final String CPU = "CPU s";

    private static final String QUESTION = "/about";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final int TIMEOUT_MS = 2_000;
    private static final double KILOBYTES_PER_MEGABYTE = 1024;

    private final String name;
    private final Map<String, String> environment;
    private final Way way;
    private final boolean warmsUp;

    /** How a process comes to be. */
    @FunctionalInterface
    interface Way {
        Running start(Map<String, String> environment) throws IOException, InterruptedException;
    }

    /** A started service. */
    interface Running {

        /** Of the JVM, whoever started it. */
        long pid();

        void kill();
    }

    /** @param warmsUp whether it starts once before, which migrates the schema and fills the caches of the file system */
    ColdStart(String name, Map<String, String> environment, boolean warmsUp, Way way) {
        this.name = name;
        this.environment = environment;
        this.way = way;
        this.warmsUp = warmsUp;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void warmUp() throws IOException, InterruptedException {
        if (warmsUp) {
            measure();
        }
    }

    @Override
    public Sample measure() throws IOException, InterruptedException {
        int port = FreePorts.one();
        var variables = new HashMap<>(environment);
        variables.put("QUARKUS_HTTP_PORT", Integer.toString(port));
        variables.put("QUARKUS_MANAGEMENT_PORT", Integer.toString(FreePorts.one()));
        long begun = System.nanoTime();
        var running = way.start(variables);
        try {
            awaitAnswer(port, begun);
            double millis = (System.nanoTime() - begun) / 1e6;
            return Sample.of(FIRST_ANSWER, millis)
                    .and(Sample.of(CPU, ProcessCpu.of(running.pid()).total().toMillis() / 1e3))
                    .and(Sample.of(MEMORY, residentMegabytes(running.pid())));
        } finally {
            running.kill();
        }
    }

    private void awaitAnswer(int port, long begun) throws IOException, InterruptedException {
        var address = URI.create("http://127.0.0.1:" + port + QUESTION).toURL();
        while (true) {
            var question = (HttpURLConnection) address.openConnection();
            question.setConnectTimeout(TIMEOUT_MS);
            question.setReadTimeout(TIMEOUT_MS);
            try {
                if (question.getResponseCode() == HttpURLConnection.HTTP_OK) {
                    return;
                }
            } catch (IOException notYet) {
                // nobody listens yet
            } finally {
                question.disconnect();
            }
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new IOException(name + " has not answered within " + PATIENCE.toSeconds() + " s");
            }
            Thread.sleep(PAUSE);
        }
    }

    private static double residentMegabytes(long pid) throws IOException {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElseThrow()
                    / KILOBYTES_PER_MEGABYTE;
        }
    }
}
