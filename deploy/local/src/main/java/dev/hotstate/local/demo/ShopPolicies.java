package dev.hotstate.local.demo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the shop allows: one policy of each kind that is worth looking at. */
final class ShopPolicies {

    static final Map<String, Map<String, Object>> ALL = new LinkedHashMap<>();

    static {
        ALL.put(
                "shop-visitor",
                Map.of(
                        "description",
                        "Whatever one address does in the shop",
                        "match",
                        Map.of("route", "/shop/*"),
                        "key",
                        List.of("ip"),
                        "limit",
                        60,
                        "window",
                        "PT1M"));
        ALL.put(
                "shop-search",
                Map.of(
                        "description",
                        "Searches are dear",
                        "match",
                        Map.of("route", "/shop/search"),
                        "key",
                        List.of("ip"),
                        "algorithm",
                        "gcra",
                        "limit",
                        30,
                        "burst",
                        10,
                        "window",
                        "PT1M"));
        ALL.put(
                "shop-orders",
                Map.of(
                        "description",
                        "Nobody orders so much",
                        "match",
                        Map.of("route", "/shop/orders", "methods", List.of("POST")),
                        "key",
                        List.of("ip"),
                        "algorithm",
                        "token_bucket",
                        "limit",
                        10,
                        "burst",
                        5,
                        "window",
                        "PT1M"));
        ALL.put(
                "shop-all",
                Map.of(
                        "description",
                        "What the machines can bear; only watched for now",
                        "match",
                        Map.of("route", "/shop/*"),
                        "key",
                        List.of("everybody"),
                        "algorithm",
                        "sliding_counter",
                        "limit",
                        2_000,
                        "window",
                        "PT1M",
                        "shadow",
                        true));
    }

    private ShopPolicies() {}
}
