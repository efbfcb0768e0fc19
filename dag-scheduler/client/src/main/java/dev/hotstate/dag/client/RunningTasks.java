package dev.hotstate.dag.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tasks in the hands of this worker, each with the thread that works on it. By id and attempt: both may be here twice. */
final class RunningTasks {

    private record Key(String id, String attempt) {}

    record Held(Task task, Thread thread) {}

    private final Map<Key, Held> held = new ConcurrentHashMap<>();

    void add(Task task, Thread thread) {
        held.put(key(task), new Held(task, thread));
    }

    void remove(Task task) {
        held.remove(key(task));
    }

    List<Held> all() {
        return new ArrayList<>(held.values());
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    private static Key key(Task task) {
        return new Key(task.id(), task.delivery().attempt());
    }
}
