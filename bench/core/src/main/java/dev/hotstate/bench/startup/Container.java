package dev.hotstate.bench.startup;

import dev.hotstate.bench.order.OrderTaker;
import dev.hotstate.kit.backends.host.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A container of podman, with the rights that compose.yaml gives a service, on the network of this machine. */
final class Container implements ColdStart.Running {

    /**
     * A container is nobody's child and would outlive a benchmark that is killed. The shell that has started it removes it at the
     * end of its input, of which only this JVM holds the other end; so it does if that is over before podman has started it, and
     * if nobody reads any more what it says.
     */
    private static final String REMOVED_AT_THE_END = """
            read -r _ || exit
            id=$(podman run -d --rm "$@" </dev/null) && pid=$(podman inspect -f '{{.State.Pid}}' "$id" </dev/null)
            trap '' PIPE
            echo "$pid"
            read -r _
            [ -z "$id" ] || podman rm -f -t 0 "$id" >/dev/null 2>&1
            """;

    private final OrderTaker shell;
    private final long pid;

    private Container(OrderTaker shell, long pid) {
        this.shell = shell;
        this.pid = pid;
    }

    static boolean isThere(String image) {
        return Programs.onPath("podman").isPresent()
                && Programs.run(List.of("podman", "image", "exists", image), Map.of())
                                .exitCode()
                        == 0;
    }

    /** @throws IOException also if podman refuses; why stands on the error output of this JVM */
    static Container start(String image, Map<String, String> environment) throws IOException {
        var words = new ArrayList<String>();
        // A Ctrl-C is for the benchmark alone, whose end is the end of the shell's input.
        Programs.onPath("setsid").ifPresent(setsid -> words.add(setsid.toString()));
        words.addAll(List.of("/bin/sh", "-c", REMOVED_AT_THE_END, "container"));
        words.addAll(List.of("--network", "host", "--read-only", "--cap-drop", "ALL"));
        // The values go by the environment: arguments are seen by every process.
        environment.keySet().forEach(name -> words.addAll(List.of("-e", name)));
        words.add(image);
        var command = new ProcessBuilder(words);
        command.environment().putAll(environment);
        var shell = OrderTaker.start("podman", command);
        var pid = shell.order("start");
        if (pid.isEmpty()) {
            shell.close();
            throw new IOException("podman has not started " + image);
        }
        return new Container(shell, Long.parseLong(pid));
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public void kill() {
        try {
            shell.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
