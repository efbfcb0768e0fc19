package dev.hotstate.local.demo;

import dev.hotstate.local.city.CitySimulator;
import dev.hotstate.local.stage.ServiceApi;
import dev.hotstate.local.stage.Stage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** The process. What it is told stands in its arguments, {@code name=value}; keys in its environment. */
public final class DemoWorld {

    /** With the name of a service behind it: a key that may create others; only where keys are required. */
    public static final String KEY_VARIABLE = "HOTSTATE_DEMO_KEY_";

    private DemoWorld() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var told = Arrays.stream(arguments)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(argument -> argument[0], argument -> argument[1]));
        var random = new SplittableRandom();
        var targets = Targets.open(number(told, "targets"));
        var cities = new CitySimulator(service(told, "driver"), number(told, "drivers"), Path.of(told.get("rides")));
        var watch = new Watch(service(told, "monitor"), targets, suite(told), ports(told.get("ports")));
        var plant = new Plant(service(told, "dag"), number(told, "jobs"), random.split());
        var shop = new Shop(service(told, "metrics"), number(told, "requests"), random.split());
        new Stage(List.of(cities, watch, plant, shop)).play();
    }

    private static ServiceApi service(Map<String, String> told, String app) {
        return new ServiceApi(URI.create(told.get(app)), System.getenv(KEY_VARIABLE + app.toUpperCase(Locale.ROOT)));
    }

    /** The addresses of the management ports, by name. */
    private static Map<String, String> suite(Map<String, String> told) {
        return told.entrySet().stream()
                .filter(each -> each.getKey().startsWith("health:"))
                .collect(Collectors.toMap(each -> each.getKey().substring("health:".length()), Map.Entry::getValue));
    }

    /** {@code name:port,name:port} */
    private static Map<String, Integer> ports(String text) {
        return Arrays.stream(text.split(","))
                .filter(each -> !each.isEmpty())
                .map(each -> each.split(":"))
                .collect(Collectors.toMap(each -> each[0], each -> Integer.valueOf(each[1])));
    }

    private static int number(Map<String, String> told, String name) {
        return Integer.parseInt(told.get(name));
    }
}
