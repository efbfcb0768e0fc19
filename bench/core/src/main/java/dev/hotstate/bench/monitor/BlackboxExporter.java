package dev.hotstate.bench.monitor;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.bench.load.Load;
import dev.hotstate.bench.load.LoadProcess;
import dev.hotstate.bench.load.Operation;
import dev.hotstate.bench.race.Contestant;
import dev.hotstate.bench.race.CpuMeter;
import dev.hotstate.bench.race.Sample;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.Programs;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The peer: Prometheus' blackbox_exporter, asked over HTTP as Prometheus asks it. It keeps nothing and has no schedule; only its
 * own process is charged, nothing of who asks.
 */
final class BlackboxExporter implements Contestant {

    static final String NAME = "blackbox_exporter";

    private static final String PROGRAM = "prometheus-blackbox-exporter";
    private static final Pattern VERSION = Pattern.compile("version (\\S+)");
    private static final String MODULES = """
            modules:
              http_2xx:
                prober: http
                timeout: 5s
                http:
                  preferred_ip_protocol: ip4
            """;
    private static final int CONNECTIONS = 32;

    private final LoadProcess load;
    private final Duration turn;
    private final ChildProcess process;
    private final Operation probe;

    private BlackboxExporter(LoadProcess load, Duration turn, ChildProcess process, Operation probe) {
        this.load = load;
        this.turn = turn;
        this.process = process;
        this.probe = probe;
    }

    static Optional<Path> program() {
        return Programs.onPath(PROGRAM);
    }

    static String version(Path program) {
        var said = VERSION.matcher(
                Programs.run(List.of(program.toString(), "--version"), Map.of()).output());
        return said.find() ? said.group(1) : "of an unknown version";
    }

    static BlackboxExporter start(BenchScope scope, Path program, Target target, LoadProcess load, Duration turn)
            throws IOException {
        int port = FreePorts.one();
        var modules = Files.writeString(scope.folder().resolve("blackbox.yml"), MODULES);
        var command = List.of(
                program.toString(),
                "--config.file=" + modules,
                "--web.listen-address=127.0.0.1:" + port,
                "--log.level=error");
        var process = scope.own(ChildProcess.start(ChildCommand.of(NAME, scope.folder(), command)));
        var probe = Operation.get(
                port, "/probe?module=http_2xx&target=http://127.0.0.1:%d/{n}".formatted(target.port()), 1_000);
        return new BlackboxExporter(load, turn, process, probe);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void warmUp() throws IOException {
        measure();
    }

    @Override
    public Sample measure() throws IOException {
        var meter = new CpuMeter(Map.of("service", List.of(process.pid())));
        var before = meter.read();
        var report = load.drive(probe, Load.closed(CONNECTIONS, 1, turn));
        if (report.done() == 0) {
            throw new IOException(NAME + " answers nothing but failures: " + report.refused());
        }
        return CheckFigures.of(report.donePerSecond(), meter.read().perOperationSince(before, report.done()))
                .and(Sample.of(CheckFigures.FAILED, report.failed()));
    }
}
