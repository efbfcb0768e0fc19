package dev.hotstate.dag.fault;

import dev.hotstate.kit.backends.process.ChildCommand;
import dev.hotstate.kit.backends.process.ChildProcess;
import dev.hotstate.kit.backends.service.ServicePackage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Workers as a process of their own, which may be killed at any moment; its notes are in a file line by line. */
final class WorkerProcess {

    private static final int WORKERS = 3;

    private final ChildProcess process;
    private final Path notes;

    private WorkerProcess(ChildProcess process, Path notes) {
        this.process = process;
        this.notes = notes;
    }

    static WorkerProcess start(String name, Path folder, String queue, long seed, String key, List<URI> instances) {
        var notes = folder.resolve(name + ".notes").toAbsolutePath();
        var words = new ArrayList<String>(List.of(
                ServicePackage.java(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                WorkerProcess.class.getName(),
                notes.toString(),
                queue,
                name,
                Long.toString(seed),
                key));
        instances.forEach(instance -> words.add(instance.toString()));
        return new WorkerProcess(ChildProcess.start(ChildCommand.of(name, folder, words)), notes);
    }

    void kill() {
        process.kill();
    }

    List<Note> notes() {
        try (var lines = Files.lines(notes)) {
            return lines.map(Note::parse).toList();
        } catch (NoSuchFileException notYet) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** notes file, queue, name, seed, key, instances... */
    public static void main(String[] args) throws IOException, InterruptedException {
        var notes = FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        var service = new Instances(
                args[4], Arrays.stream(args).skip(5).map(URI::create).toList());
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < WORKERS; i++) {
            var worker = new PlannedWorker(
                    service, args[1], args[2] + "-" + i, Long.parseLong(args[3]) + i, note -> write(notes, note));
            threads.add(Thread.ofPlatform().start(worker));
        }
        for (var thread : threads) {
            thread.join();
        }
    }

    /** One call per line: what was written stays whole when the process is killed. */
    private static void write(FileChannel notes, Note note) {
        try {
            notes.write(ByteBuffer.wrap((note + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
