package dev.hotstate.kit.backends.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a {@link ChildProcess} runs.
 *
 * @param log standard output and error are appended to it
 * @param environment added to ours
 * @param stopSignal what asks the program to end in good order
 */
public record ChildCommand(
        String name,
        List<String> command,
        Path folder,
        Path log,
        Map<String, String> environment,
        String stopSignal,
        Owner owner) {

    public ChildCommand {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    public static ChildCommand of(String name, Path folder, List<String> command) {
        return new ChildCommand(
                name, command, folder, folder.resolve(name + ".log"), Map.of(), "TERM", Owner.thisJvm());
    }

    public ChildCommand log(Path file) {
        return new ChildCommand(name, command, folder, file, environment, stopSignal, owner);
    }

    public ChildCommand environment(Map<String, String> variables) {
        return new ChildCommand(name, command, folder, log, variables, stopSignal, owner);
    }

    public ChildCommand stopSignal(String signal) {
        return new ChildCommand(name, command, folder, log, environment, signal, owner);
    }

    public ChildCommand owner(Owner newOwner) {
        return new ChildCommand(name, command, folder, log, environment, stopSignal, newOwner);
    }
}
