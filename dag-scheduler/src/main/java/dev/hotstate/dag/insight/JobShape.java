package dev.hotstate.dag.insight;

import dev.hotstate.dag.graph.TaskGraph;
import dev.hotstate.dag.layout.Picture;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * What of a job never changes while its number of tasks stays the same: its graph, the names of its tasks, the pictures
 * already drawn of it.
 */
final class JobShape {

    /** Somebody who opens and closes boxes goes back and forth between a few pictures. */
    private static final int PICTURES_MAX = 6;

    private final String job;
    private final TaskGraph graph;
    private final List<String> names;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Picture> pictures = new LinkedHashMap<>(PICTURES_MAX, 0.75f, true);

    JobShape(String job, TaskGraph graph, List<String> names) {
        this.job = job;
        this.graph = graph;
        this.names = List.copyOf(names);
    }

    String job() {
        return job;
    }

    TaskGraph graph() {
        return graph;
    }

    String name(int task) {
        return names.get(task);
    }

    Picture ofTasks() {
        return drawn("*", () -> Picture.ofTasks(graph));
    }

    Picture folded(Set<String> opened) {
        return drawn(String.join(",", opened.stream().sorted().toList()), () -> Picture.folded(graph, opened));
    }

    /** Under the lock: a picture that several ask for at once is drawn once. */
    private Picture drawn(String key, Supplier<Picture> draw) {
        lock.lock();
        try {
            var picture = pictures.get(key);
            if (picture == null) {
                picture = draw.get();
                pictures.put(key, picture);
            }
            if (pictures.size() > PICTURES_MAX) {
                pictures.remove(pictures.keySet().iterator().next());
            }
            return picture;
        } finally {
            lock.unlock();
        }
    }
}
