package dev.hotstate.monitor.compat.blackbox;

import static org.awaitility.Awaitility.await;

import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.testing.requires.Requires;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** The real blackbox_exporter, to compare with. */
final class Exporter implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final int port;

    private Exporter(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** @param modules as in its file of configuration */
    static Exporter start(Path folder, String modules) throws IOException {
        Requires.command("prometheus-blackbox-exporter", "install Debian's package of that name");
        var file = Files.writeString(folder.resolve("blackbox.yml"), modules);
        int port = FreePorts.one();
        var process = new ProcessBuilder(
                        "prometheus-blackbox-exporter",
                        "--config.file=" + file,
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        return new Exporter(process, port);
    }

    /** As soon as it answers. */
    Map<String, String> probe(String query) {
        var page = URI.create("http://127.0.0.1:" + port + "/probe?" + query);
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(page).build();
            return await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(
                            () -> samples(client.send(request, BodyHandlers.ofString())
                                    .body()),
                            seen -> !seen.isEmpty());
        }
    }

    /** Values by series. */
    static Map<String, String> samples(String text) {
        var samples = new TreeMap<String, String>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int space = line.lastIndexOf(' ');
            samples.put(line.substring(0, space), line.substring(space + 1));
        });
        return samples;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
