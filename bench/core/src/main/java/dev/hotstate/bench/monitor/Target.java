package dev.hotstate.bench.monitor;

import dev.hotstate.kit.backends.host.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The {@link TargetServer} as a child process. */
record Target(Process process, int port) implements AutoCloseable {

    static final int HOSTS = 16;

    static Target start() throws IOException {
        int port = FreePorts.one();
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                TargetServer.class.getName(),
                Integer.toString(port)));
        IntStream.range(0, HOSTS).mapToObj(Target::host).forEach(command::add);
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.inputReader().readLine() == null) {
            throw new IOException("The target did not start; its reason stands above");
        }
        return new Target(process, port);
    }

    static String host(int number) {
        return "127.0.0." + (1 + number % HOSTS);
    }

    String url(int number) {
        return "http://%s:%d/%d".formatted(host(number), port, number);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
