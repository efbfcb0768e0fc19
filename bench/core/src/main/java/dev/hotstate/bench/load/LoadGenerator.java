package dev.hotstate.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The load process: reads one order per line from standard input, drives it, answers with one line. It lives as long as
 * the benchmark, so that its own code is warm too, and ends with standard input, that is, with the benchmark, however
 * that ends.
 */
final class LoadGenerator {

    record Order(Operation operation, Load load) {}

    /** Either a report or why there is none. */
    record Answer(@Nullable LoadReport report, @Nullable String failure) {}

    static final ObjectMapper JSON = new ObjectMapper();

    private LoadGenerator() {}

    public static void main(String[] args) throws IOException {
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = orders.readLine(); line != null; line = orders.readLine()) {
            System.out.println(JSON.writeValueAsString(carryOut(JSON.readValue(line, Order.class))));
        }
    }

    private static Answer carryOut(Order order) {
        try (var http = new HttpLoad(order.operation(), order.load())) {
            return new Answer(http.run(), null);
        } catch (IOException e) {
            return new Answer(null, e.toString());
        }
    }
}
