package dev.hotstate.local.demo;

import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** One request of a visitor of the shop. */
record Visit(String method, String route, String path, String ip) {

    private static final int VISITORS = 400;
    /** Of all requests, by two visitors: a program that reads all pages, and one that wants to buy everything. */
    private static final double GREEDY_SHARE = 0.12;

    private static final double ERROR_SHARE = 0.015;
    private static final int SERVER_ERROR = 500;
    private static final int NOT_FOUND = 404;
    private static final int OK = 200;
    private static final int CREATED = 201;

    /** How often each is asked for, and how long it usually takes. */
    private record Page(String method, String route, String path, int weight, double usualMs) {}

    private static final List<Page> PAGES = List.of(
            new Page("GET", "/shop/products/{id}", "/shop/products/4711", 45, 18),
            new Page("GET", "/shop/search", "/shop/search", 22, 60),
            new Page("GET", "/shop/cart", "/shop/cart", 18, 9),
            new Page("POST", "/shop/cart", "/shop/cart", 9, 22),
            new Page("POST", "/shop/orders", "/shop/orders", 6, 140));

    /** How it ended. */
    record End(int status, double millis) {}

    static Visit any(RandomGenerator random) {
        double draw = random.nextDouble();
        if (draw < GREEDY_SHARE / 2) {
            return of(PAGES.get(1), "198.51.100.7");
        }
        if (draw < GREEDY_SHARE) {
            return of(PAGES.getLast(), "198.51.100.8");
        }
        int drawn = random.nextInt(100);
        for (var page : PAGES) {
            drawn -= page.weight();
            if (drawn < 0) {
                return of(page, address(random.nextInt(VISITORS)));
            }
        }
        throw new AssertionError("the weights are not percentages");
    }

    private static Visit of(Page page, String ip) {
        return new Visit(page.method(), page.route(), page.path(), ip);
    }

    private static String address(int visitor) {
        return "203.0." + (112 + visitor / 250) + "." + (1 + visitor % 250);
    }

    Map<String, Object> question() {
        return Map.of("route", path, "method", method, "ip", ip);
    }

    End end(RandomGenerator random) {
        double usual = PAGES.stream()
                .filter(page -> page.route().equals(route) && page.method().equals(method))
                .findFirst()
                .orElseThrow()
                .usualMs();
        double millis = Math.round(10 * usual * Math.exp(0.5 * random.nextGaussian())) / 10.0;
        if (random.nextDouble() < ERROR_SHARE) {
            return random.nextBoolean() ? new End(SERVER_ERROR, millis * 3) : new End(NOT_FOUND, millis);
        }
        return new End(route.equals("/shop/orders") ? CREATED : OK, millis);
    }
}
