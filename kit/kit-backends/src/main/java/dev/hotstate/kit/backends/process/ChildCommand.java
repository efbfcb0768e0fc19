package dev.hotstate.kit.backends.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a {@link ChildProcess} runs.
 *
 * @param log standard output and error are appended to it
 * @param environment added to ours
 * @param withheld variables of ours that it does not inherit
 * @param stopSignal what asks the program to end in good order
 */
public record ChildCommand(
        String name,
        List<String> command,
        Path folder,
        Path log,
        Map<String, String> environment,
        Set<String> withheld,
        String stopSignal,
        Owner owner) {

    public ChildCommand {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        withheld = Set.copyOf(withheld);
    }

    public static ChildCommand of(String name, Path folder, List<String> command) {
        return new ChildCommand(
                name, command, folder, folder.resolve(name + ".log"), Map.of(), Set.of(), "TERM", Owner.thisJvm());
    }

    public ChildCommand log(Path file) {
        return new ChildCommand(name, command, folder, file, environment, withheld, stopSignal, owner);
    }

    public ChildCommand environment(Map<String, String> variables) {
        return new ChildCommand(name, command, folder, log, variables, withheld, stopSignal, owner);
    }

    public ChildCommand withheld(Set<String> names) {
        return new ChildCommand(name, command, folder, log, environment, names, stopSignal, owner);
    }

    public ChildCommand stopSignal(String signal) {
        return new ChildCommand(name, command, folder, log, environment, withheld, signal, owner);
    }

    public ChildCommand owner(Owner newOwner) {
        return new ChildCommand(name, command, folder, log, environment, withheld, stopSignal, newOwner);
    }
}
