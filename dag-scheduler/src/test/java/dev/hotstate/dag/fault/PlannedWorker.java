package dev.hotstate.dag.fault;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hotstate.dag.fault.Note.Kind;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Works on a queue and does what the payload of each task says: fails so often, then completes. Asks again until it has an
 * answer, repeats some answers on purpose, and notes what it does before it does it.
 */
final class PlannedWorker implements Runnable {

    private static final int WAIT_MS = 300;
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Instances service;
    private final String queue;
    private final String name;
    private final Random random;
    private final Consumer<Note> notes;
    private volatile boolean stopped;

    PlannedWorker(Instances service, String queue, String name, long seed, Consumer<Note> notes) {
        this.service = service;
        this.queue = queue;
        this.name = name;
        this.random = new Random(seed);
        this.notes = notes;
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                if (!claimAndWork()) {
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean claimAndWork() throws InterruptedException {
        long asked = System.nanoTime();
        var answer = service.tryPost(
                "/queues/" + queue + "/claims",
                "{\"worker\":\"%s\",\"max\":%d,\"waitMs\":%d}".formatted(name, 1 + random.nextInt(3), WAIT_MS));
        return answer.isPresent() && work(asked, answer.get().body().path("tasks"));
    }

    private boolean work(long asked, JsonNode tasks) throws InterruptedException {
        // All of them at once: the later ones wait for their turn here.
        tasks.forEach(task -> notes.accept(Note.since(asked, Kind.TAKEN, id(task), attempt(task))));
        for (var task : tasks) {
            work(task);
        }
        return !tasks.isEmpty();
    }

    private void work(JsonNode task) throws InterruptedException {
        LockSupport.parkNanos(Duration.ofMillis(random.nextInt(10)).toNanos());
        boolean fails = task.path("retryCount").asInt()
                < task.path("payload").path("failures").asInt();
        var attempt = "\"attempt\":\"" + attempt(task) + "\"";
        var path = "/tasks/" + id(task) + (fails ? "/fail" : "/complete");
        notes.accept(Note.now(Kind.ENDING, id(task), attempt(task)));
        if (!fails && random.nextInt(3) == 0) {
            long asked = System.nanoTime();
            var claim = "\"claim\":{\"queue\":\"%s\",\"worker\":\"%s\"}".formatted(queue, name);
            work(asked, tell(task, path, "{" + attempt + "," + claim + "}").path("tasks"));
        } else {
            tell(task, path, "{" + attempt + "}");
        }
        if (random.nextInt(5) == 0) {
            tell(task, path, "{" + attempt + "}");
        }
    }

    private JsonNode tell(JsonNode task, String path, String body) throws InterruptedException {
        long asked = System.nanoTime();
        var answer = service.post(path, body);
        notes.accept(Note.since(asked, verdict(path, answer), id(task), attempt(task)));
        return answer.body();
    }

    private static Kind verdict(String path, Instances.Answer answer) {
        return switch (answer.status()) {
            case 200 ->
                switch (answer.body().path("verdict").asText()) {
                    case "ACCEPTED" -> path.endsWith("/complete") ? Kind.COMPLETED : Kind.FAILED;
                    case "DUPLICATE" -> Kind.DUPLICATE;
                    default -> throw new AssertionError("unforeseen: " + answer);
                };
            case 409 -> Kind.STALE;
            case 404 -> Kind.UNKNOWN;
            default -> throw new AssertionError("unforeseen: " + answer);
        };
    }

    private static String id(JsonNode task) {
        return task.path("id").asText();
    }

    private static String attempt(JsonNode task) {
        return task.path("attempt").asText();
    }
}
