package dev.hotstate.bench.order;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A child process that takes one order per line from its standard input and answers each with one line. It ends with that input,
 * which is with the benchmark, however the benchmark ends.
 */
public final class OrderTaker implements AutoCloseable {

    private static final int END_WAIT_SECONDS = 20;
    /** No order takes as long by far; a process that hangs must not hang the benchmark. */
    private static final int ORDER_MINUTES_MAX = 10;

    private final String name;
    private final Process process;
    private final BufferedWriter orders;
    private final BufferedReader answers;

    private OrderTaker(String name, Process process) {
        this.name = name;
        this.process = process;
        orders = process.outputWriter();
        answers = process.inputReader();
    }

    public static OrderTaker start(String name, ProcessBuilder command) throws IOException {
        return new OrderTaker(
                name, command.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** A class with a main method, on the class path of the benchmark. */
    public static OrderTaker startJava(String name, List<String> jvmFlags, Class<?> main, String... arguments)
            throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return start(name, new ProcessBuilder(command));
    }

    public long pid() {
        return process.pid();
    }

    /** Sends an order and waits for its answer. */
    public String order(String line) throws IOException {
        var patience = CompletableFuture.runAsync(
                process::destroyForcibly, CompletableFuture.delayedExecutor(ORDER_MINUTES_MAX, TimeUnit.MINUTES));
        try {
            orders.write(line);
            orders.newLine();
            orders.flush();
            var answer = answers.readLine();
            if (answer == null) {
                throw new IOException(name
                        + (patience.isDone()
                                ? " has not carried out an order within %d minutes".formatted(ORDER_MINUTES_MAX)
                                : " died; its reason stands above"));
            }
            return answer;
        } finally {
            patience.cancel(false);
        }
    }

    @Override
    public void close() throws IOException {
        orders.close();
        try {
            if (!process.waitFor(END_WAIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
