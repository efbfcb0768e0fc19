package dev.hotstate.local;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the user's environment variables ask for.
 *
 * <p>{@code QUARKUS_X} and {@code HOTSTATE_X} reach every service. {@code HOTSTATE_MONITOR_QUARKUS_X} and {@code
 * HOTSTATE_MONITOR_HOTSTATE_X} reach the monitor service alone, as {@code QUARKUS_X} and {@code HOTSTATE_X}, and so do {@code MONITOR_X},
 * which are settings of its own. A sister knows nothing of them: they may be passwords.
 */
final class Settings {

    static final int REDIS_PORT = 7081;
    static final int POSTGRES_PORT = 7084;
    static final int START_PORT = 8080;
    static final int TARGETS_PORT = 8086;

    private static final String REDIS_HOSTS = "QUARKUS_REDIS_HOSTS";
    private static final String REACTIVE_URL = "QUARKUS_DATASOURCE_REACTIVE_URL";
    private static final String JDBC_URL = "QUARKUS_DATASOURCE_JDBC_URL";
    private static final String PORT_OFFSET = "HOTSTATE_PORT_OFFSET";
    private static final String FREE_MIN_MB = "HOTSTATE_FREE_MIN_MB";
    private static final String AUTH_REQUIRED = "HOTSTATE_AUTH_REQUIRED";
    private static final String BOOTSTRAP_KEY = "HOTSTATE_AUTH_BOOTSTRAP_KEY";
    private static final String JAVA_OPTIONS = "HOTSTATE_JAVA_OPTIONS";
    /** The bus port of a Redis node, 10000 higher, must exist as well. */
    private static final int PORT_OFFSET_MAX = 40_000;

    private static final int OFFSET_STEP = 100;
    private static final int PORT_MAX = 65_535;

    private final Map<String, String> environment;

    Settings(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** @throws StartFailure if any of them cannot be */
    void check() {
        environment.keySet().forEach(Settings::requireReceiver);
        services().forEach(this::hasOwnPostgres);
        requirePortsOfTheirOwn();
        portOffset();
        freeMinMb();
        demoSize();
    }

    /** Else the one that comes second would only find out when it has said already that it is ready. */
    private void requirePortsOfTheirOwn() {
        Map<Integer, String> holders = new TreeMap<>();
        for (var service : services()) {
            for (int port : List.of(service.httpPort(), service.managementPort())) {
                var holder = holders.put(port, service.module());
                if (holder != null) {
                    throw new StartFailure("Port " + port + " is given to " + holder + " and to " + service.module()
                            + "; each needs two of its own");
                }
            }
        }
    }

    /** The services, on the ports where they shall listen. */
    List<LocalService> services() {
        return LocalService.ALL.stream()
                .map(service -> service.onPorts(
                        port(service, "QUARKUS_HTTP_PORT", service.httpPort()),
                        port(service, "QUARKUS_MANAGEMENT_PORT", service.managementPort())))
                .toList();
    }

    int redisPort() {
        return REDIS_PORT + portOffset();
    }

    int postgresPort() {
        return POSTGRES_PORT + portOffset();
    }

    /** Without so much space on the disk nothing is started. */
    Optional<Integer> freeMinMb() {
        return Optional.ofNullable(environment.get(FREE_MIN_MB)).map(value -> number(FREE_MIN_MB, value));
    }

    /** How much goes on in the demo world. */
    DemoSize demoSize() {
        return new DemoSize(
                within("HOTSTATE_DEMO_DRIVERS", 3_000, 1, 20_000),
                within("HOTSTATE_DEMO_JOBS", 6, 0, 120),
                within("HOTSTATE_DEMO_REQUESTS", 40, 0, 500));
    }

    private int within(String name, int standard, int least, int most) {
        int value = number(name, environment.getOrDefault(name, "" + standard));
        if (value < least || value > most) {
            throw new StartFailure(name + " is " + value + "; it must lie between " + least + " and " + most);
        }
        return value;
    }

    /** Of the start page; if it is taken, the page goes elsewhere. */
    int startPort() {
        return START_PORT + portOffset();
    }

    /** Of what the demo world watches; if it is taken, they go elsewhere. */
    int targetsPort() {
        return TARGETS_PORT + portOffset();
    }

    /** Whether some service has to be given an embedded server. */
    boolean needsEmbedded() {
        return !services().stream().allMatch(service -> hasOwnRedis(service) && hasOwnPostgres(service));
    }

    boolean hasOwnRedis(LocalService service) {
        return of(service).containsKey(REDIS_HOSTS);
    }

    /** @throws StartFailure if only half of it is set */
    boolean hasOwnPostgres(LocalService service) {
        var variables = of(service);
        boolean reactive = variables.containsKey(REACTIVE_URL);
        if (reactive != variables.containsKey(JDBC_URL)) {
            throw new StartFailure(service.module() + " needs both " + REACTIVE_URL + " (for its work) and " + JDBC_URL
                    + " (for its migrations), or neither; one is missing");
        }
        return reactive;
    }

    /** The first part of every Redis key. */
    String env(LocalService service) {
        return of(service).getOrDefault("HOTSTATE_ENV", "local");
    }

    /** Whether a service answers only those who have an API key. */
    boolean requiresKeys(LocalService service) {
        return !of(service).getOrDefault(AUTH_REQUIRED, "false").equalsIgnoreCase("false");
    }

    /** With which all others are made. */
    Optional<String> firstKey(LocalService service) {
        return Optional.ofNullable(of(service).get(BOOTSTRAP_KEY));
    }

    /** For people, if any service asks for a key. That there is no first one would come out only at the login. */
    Optional<String> aboutKeys() {
        var requiring = services().stream().filter(this::requiresKeys).toList();
        if (requiring.isEmpty()) {
            return Optional.empty();
        }
        var without = requiring.stream()
                .filter(service -> firstKey(service).isEmpty())
                .map(LocalService::module)
                .collect(Collectors.joining(", "));
        return Optional.of(
                without.isEmpty()
                        ? "required; log in to each service by itself with " + BOOTSTRAP_KEY
                        : "required, but there is no first one (" + BOOTSTRAP_KEY + ") for " + without);
    }

    /** Every variable for one service. */
    Map<String, String> of(LocalService service) {
        Map<String, String> all = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (isForAll(name) || isOwn(service, name)) {
                all.put(name, value);
            }
        });
        all.putAll(ofOnly(service));
        return all;
    }

    /** The names of what is not for this service, or not by this name. */
    Set<String> withheldFrom(LocalService service) {
        return withheld(name -> isForAll(name) || isOwn(service, name));
    }

    /** The names of what is for services only. */
    Set<String> withheldFromAll() {
        return withheld(name -> false);
    }

    private Set<String> withheld(Predicate<String> exceptions) {
        return environment.keySet().stream()
                .filter(name -> isSetting(name) && !exceptions.test(name))
                .collect(Collectors.toSet());
    }

    /** Further options for the JVM of each service; they win over ours. */
    List<String> javaOptions() {
        return Stream.of(environment.getOrDefault(JAVA_OPTIONS, "").split("\\s+"))
                .filter(Predicate.not(String::isEmpty))
                .toList();
    }

    private Map<String, String> ofOnly(LocalService service) {
        var prefix = prefix(service);
        return environment.entrySet().stream()
                .filter(variable -> variable.getKey().startsWith(prefix))
                .collect(Collectors.toMap(
                        variable -> variable.getKey().substring(prefix.length()), Map.Entry::getValue));
    }

    /** In front of the name of a variable that one service alone shall have. */
    private static String prefix(LocalService service) {
        return "HOTSTATE_" + ownPrefix(service);
    }

    private static String ownPrefix(LocalService service) {
        return service.app().toUpperCase(Locale.ROOT) + "_";
    }

    private static boolean isSetting(String name) {
        return isGeneral(name) || LocalService.ALL.stream().anyMatch(service -> isOwn(service, name));
    }

    private static boolean isForAll(String name) {
        return isGeneral(name) && LocalService.ALL.stream().noneMatch(service -> name.startsWith(prefix(service)));
    }

    private static boolean isGeneral(String name) {
        return name.startsWith("QUARKUS_") || name.startsWith("HOTSTATE_");
    }

    /** One of those that only this service has, such as {@code MONITOR_PROBE_PINGS_MAX}. */
    private static boolean isOwn(LocalService service, String name) {
        return name.startsWith(ownPrefix(service));
    }

    /** Else a setting that is spelt wrongly would do nothing, in silence. */
    private static void requireReceiver(String name) {
        for (var service : LocalService.ALL) {
            var prefix = prefix(service);
            if (name.startsWith(prefix)) {
                var meant = name.substring(prefix.length());
                if (!isGeneral(meant) && !isOwn(service, meant)) {
                    throw new StartFailure(name + " means nothing; after " + prefix + " comes the name that "
                            + service.module() + " knows: QUARKUS_..., HOTSTATE_... or " + ownPrefix(service) + "...");
                }
            }
        }
    }

    /** A port that is set for all services at once would be wrong for three of them, so only the service's own counts. */
    private int port(LocalService service, String name, int standard) {
        return Optional.ofNullable(ofOnly(service).get(name))
                .map(value -> portNumber(name + " of " + service.module(), value))
                .orElse(standard + portOffset());
    }

    private static int portNumber(String name, String value) {
        int port = number(name, value);
        if (port < 1 || port > PORT_MAX) {
            throw new StartFailure(name + " is " + port + "; it must lie between 1 and " + PORT_MAX);
        }
        return port;
    }

    /** Of another system beside this one. */
    int otherPortOffset() {
        int offset = portOffset();
        return offset + OFFSET_STEP <= PORT_OFFSET_MAX ? offset + OFFSET_STEP : offset - OFFSET_STEP;
    }

    private int portOffset() {
        int offset = number(PORT_OFFSET, environment.getOrDefault(PORT_OFFSET, "0"));
        if (offset < 0 || offset > PORT_OFFSET_MAX) {
            throw new StartFailure(PORT_OFFSET + " is " + offset + "; it must lie between 0 and " + PORT_OFFSET_MAX);
        }
        return offset;
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value.strip());
        } catch (NumberFormatException e) {
            throw new StartFailure(name + " is '" + value + "'; it must be a number", e);
        }
    }
}
