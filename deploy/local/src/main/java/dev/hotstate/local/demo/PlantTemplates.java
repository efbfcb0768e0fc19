package dev.hotstate.local.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shapes that work really has: a report, a film, a release, and many regions at once. */
final class PlantTemplates {

    /** Templates by their name. */
    static final Map<String, Map<String, Object>> ALL = new LinkedHashMap<>();

    static final String REPORT = "regional-report";

    /** Of every job of theirs, as one asks for them. */
    static final String LABEL = "world=demo";

    private static final int SCENES = 6;
    private static final int SHARDS = 8;

    static {
        put(REPORT, "The figures of a region: three sources are joined, drawn and sent", report());
        put(
                "film",
                "A film is cut into six scenes, each is rendered by itself, then they are joined and mixed",
                film());
        put("release", "A program is compiled, tested, packed and rolled out, if it is large enough", release());
        put("index-of-products", "Eight shards of the shop's products are read and ranked, then merged", index());
    }

    private PlantTemplates() {}

    private static void put(String name, String description, Map<String, Object> job) {
        ALL.put(
                name,
                Map.of(
                        "description",
                        description,
                        "parameters",
                        List.of(Map.of("name", "region", "defaultValue", "north")),
                        "job",
                        job));
    }

    private static Map<String, Object> report() {
        return job(
                "Report of ${region}",
                List.of(
                        task("orders", "extract"),
                        task("customers", "extract"),
                        task("prices", "extract"),
                        task("clean-orders", "transform", "orders"),
                        task("join", "transform", "clean-orders", "customers", "prices"),
                        task("totals", "transform", "join"),
                        task("forecast", "transform", "join"),
                        task("chart", "render", "totals", "forecast"),
                        task("table", "render", "totals"),
                        task("document", "render", "chart", "table"),
                        task("mail", "deliver", "document"),
                        task("archive", "noop", "document")));
    }

    private static Map<String, Object> film() {
        List<Map<String, Object>> tasks = new ArrayList<>();
        tasks.add(task("split", "extract"));
        String[] scenes = new String[SCENES];
        for (int scene = 0; scene < SCENES; scene++) {
            scenes[scene] = "scene-" + scene;
            tasks.add(task(scenes[scene], "render", "split"));
        }
        tasks.add(task("sound", "transform", "split"));
        tasks.add(task("join", "render", scenes));
        tasks.add(task("mix", "render", "join", "sound"));
        tasks.add(task("upload", "deliver", "mix"));
        return job("Film", tasks);
    }

    /** With the built-in queues, a condition, and somebody who cleans up whatever happens. */
    private static Map<String, Object> release() {
        return job(
                "Release to ${region}",
                List.of(
                        task("compile", "transform"),
                        task("unit-tests", "transform", "compile"),
                        task("browser-tests", "render", "compile"),
                        task("package", "deliver", "unit-tests", "browser-tests"),
                        with(task("cool-down", "delay", "package"), "payload", Map.of("duration", "PT3S")),
                        with(
                                task("roll-out", "deliver", "package", "cool-down"),
                                "condition",
                                "outputs.package.rows > 50"),
                        with(task("clean-up", "noop", "roll-out"), "triggerRule", "all_done")));
    }

    private static Map<String, Object> index() {
        List<Map<String, Object>> tasks = new ArrayList<>();
        tasks.add(task("snapshot", "extract"));
        String[] merged = new String[SHARDS];
        for (int shard = 0; shard < SHARDS; shard++) {
            tasks.add(task("read-" + shard, "extract", "snapshot"));
            merged[shard] = "rank-" + shard;
            tasks.add(task(merged[shard], "transform", "read-" + shard));
        }
        tasks.add(task("merge", "transform", merged));
        tasks.add(task("switch", "deliver", "merge"));
        return job("Index of products", tasks);
    }

    private static Map<String, Object> job(String name, List<Map<String, Object>> tasks) {
        return Map.of("name", name, "labels", Map.of("world", "demo"), "tasks", tasks);
    }

    private static Map<String, Object> task(String id, String queue, String... after) {
        return Map.of(
                "id",
                id,
                "queue",
                queue,
                "dependsOn",
                List.of(after),
                "maxRetries",
                2,
                "backoff",
                "PT1S",
                "timeout",
                "PT1M");
    }

    private static Map<String, Object> with(Map<String, Object> task, String field, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(task);
        more.put(field, value);
        return more;
    }
}
