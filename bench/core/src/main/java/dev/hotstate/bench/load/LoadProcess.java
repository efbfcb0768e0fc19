package dev.hotstate.bench.load;

import dev.hotstate.bench.order.OrderTaker;
import java.io.IOException;
import java.util.List;

/** The load generator as the benchmark sees it: a child process that carries out one load at a time. */
public final class LoadProcess implements AutoCloseable {

    private static final List<String> JVM_FLAGS = List.of("-Xms128m", "-Xmx128m", "-XX:+UseSerialGC");

    private final OrderTaker generator;

    private LoadProcess(OrderTaker generator) {
        this.generator = generator;
    }

    public static LoadProcess start() throws IOException {
        return new LoadProcess(OrderTaker.startJava("The load generator", JVM_FLAGS, LoadGenerator.class));
    }

    public long pid() {
        return generator.pid();
    }

    public LoadReport drive(Operation operation, Load load) throws IOException {
        var order = LoadGenerator.JSON.writeValueAsString(new LoadGenerator.Order(operation, load));
        var answer = LoadGenerator.JSON.readValue(generator.order(order), LoadGenerator.Answer.class);
        if (answer.report() == null) {
            throw new IOException("No load on port " + operation.port() + ": " + answer.failure());
        }
        return answer.report();
    }

    @Override
    public void close() throws IOException {
        generator.close();
    }
}
