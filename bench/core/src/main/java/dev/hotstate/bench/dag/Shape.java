package dev.hotstate.bench.dag;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How the tasks of a job depend on each other: {@code parents.get(task)} are the numbers of the tasks before it. */
record Shape(List<List<Integer>> parents) {

    private static final int LAYER = 5;

    Shape {
        parents = List.copyOf(parents);
    }

    /** The last task runs after all others, which depend on nothing. */
    static Shape fan(int tasks) {
        var parents = new ArrayList<List<Integer>>();
        IntStream.range(0, tasks - 1).forEach(task -> parents.add(List.of()));
        parents.add(IntStream.range(0, tasks - 1).boxed().toList());
        return new Shape(parents);
    }

    static Shape chain(int tasks) {
        return new Shape(IntStream.range(0, tasks)
                .mapToObj(task -> task == 0 ? List.<Integer>of() : List.of(task - 1))
                .toList());
    }

    /** Layers of five, each task after two of the layer before: what one completion touches is the same in a job of any size. */
    static Shape layers(int tasks) {
        return new Shape(IntStream.range(0, tasks)
                .mapToObj(task -> task < LAYER ? List.<Integer>of() : twoBefore(task))
                .toList());
    }

    private static List<Integer> twoBefore(int task) {
        int layer = task / LAYER - 1;
        int place = task % LAYER;
        return List.of(layer * LAYER + place, layer * LAYER + (place + 1) % LAYER);
    }

    static Shape named(String name, int tasks) {
        return switch (name) {
            case "fan" -> fan(tasks);
            case "chain" -> chain(tasks);
            case "layers" -> layers(tasks);
            default -> throw new IllegalArgumentException("There is no shape " + name);
        };
    }

    int size() {
        return parents.size();
    }

    static String task(int number) {
        return "t" + number;
    }

    /** The names of the tasks before one, by comma. */
    String dependencies(int task) {
        return parents.get(task).stream().map(Shape::task).collect(Collectors.joining(","));
    }

    /** As {@code POST /jobs} takes it. */
    String json(String job, String queue) {
        return IntStream.range(0, size())
                .mapToObj(task -> """
                        {"id":"%s","queue":"%s"%s}""".formatted(task(task), queue, dependsOn(task)))
                .collect(Collectors.joining(",", "{\"jobId\":\"" + job + "\",\"name\":\"bench\",\"tasks\":[", "]}"));
    }

    private String dependsOn(int task) {
        return parents.get(task).isEmpty()
                ? ""
                : parents.get(task).stream()
                        .map(parent -> "\"" + task(parent) + "\"")
                        .collect(Collectors.joining(",", ",\"dependsOn\":[", "]"));
    }
}
