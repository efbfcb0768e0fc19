package dev.hotstate.bench.peer;

import dev.hotstate.bench.BenchScope;
import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.FreePorts;
import dev.hotstate.kit.backends.host.Patience;
import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.redis.RedisBinary;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.backends.redis.RedisRefusal;
import dev.hotstate.kit.backends.redis.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A single Redis without a cluster, as peers are usually run, by the same program and as durable as ours. */
public record PlainRedis(ChildProcess process, int port) {

    private static final Duration START_PATIENCE = Duration.ofSeconds(30);

    /** Returns when it answers. */
    public static PlainRedis start(BenchScope scope) throws IOException {
        int port = FreePorts.one();
        var folder = Files.createDirectories(scope.folder().resolve("plain-redis"));
        var command = List.of(
                RedisBinary.find().program().toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--appendonly",
                "yes",
                "--appendfsync",
                "everysec",
                "--maxmemory-policy",
                "noeviction");
        var redis =
                new PlainRedis(scope.own(ChildProcess.start(ChildCommand.of("plain-redis", folder, command))), port);
        Patience.await("plain-redis", START_PATIENCE, redis::objection);
        return redis;
    }

    private Optional<String> objection() {
        if (!process.isAlive()) {
            throw process.unexpectedEnd();
        }
        try (var client = connect()) {
            client.call("PING");
            return Optional.empty();
        } catch (RedisRefusal | BackendFailure notYet) {
            return Optional.of(notYet.getMessage());
        }
    }

    /** The caller closes it. */
    public RespClient connect() {
        return RespClient.connect(RedisNode.HOST, port);
    }
}
