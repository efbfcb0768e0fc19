package dev.hotstate.kit.backends.process;

/** Whose end is also the end of a {@link ChildProcess}. */
public sealed interface Owner {

    /** This JVM: its end closes a pipe, and the child is killed at once. */
    record ThisJvm() implements Owner {}

    /** Another process, for children that shall outlive this JVM: looked at once a second. */
    record Other(long pid) implements Owner {}

    static Owner thisJvm() {
        return new ThisJvm();
    }

    static Owner process(long pid) {
        return new Other(pid);
    }
}
