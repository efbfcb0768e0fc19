package dev.hotstate.kit.redis.cache;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** The last good values of one cache in this process, at most so many: the one that was used longest ago goes first. */
final class LastGood<T> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Cached<T>> values;

    LastGood(int entriesMax) {
        this.values = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Cached<T>> eldest) {
                return size() > entriesMax;
            }
        };
    }

    void keep(String key, Cached<T> value) {
        lock.lock();
        try {
            values.put(key, value);
        } finally {
            lock.unlock();
        }
    }

    void forget(String key) {
        lock.lock();
        try {
            values.remove(key);
        } finally {
            lock.unlock();
        }
    }

    Optional<Cached<T>> find(String key) {
        lock.lock();
        try {
            return Optional.ofNullable(values.get(key));
        } finally {
            lock.unlock();
        }
    }
}
