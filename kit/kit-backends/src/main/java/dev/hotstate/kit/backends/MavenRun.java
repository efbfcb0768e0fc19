package dev.hotstate.kit.backends;

import java.util.Optional;
import java.util.stream.Stream;

/** The Maven process that this JVM runs below: its tests and dev mode share what belongs to it. */
public final class MavenRun {

    /** The main class of every Maven since 2.0, whatever script started it. */
    private static final String MAIN_CLASS = "org.codehaus.plexus.classworlds.launcher.Launcher";

    private MavenRun() {}

    public static Optional<ProcessHandle> current() {
        return Stream.iterate(
                        ProcessHandle.current().parent(),
                        Optional::isPresent,
                        parent -> parent.get().parent())
                .map(Optional::get)
                .filter(MavenRun::isMaven)
                .findFirst();
    }

    private static boolean isMaven(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains(MAIN_CLASS);
    }
}
