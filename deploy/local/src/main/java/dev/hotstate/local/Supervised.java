package dev.hotstate.local;

import dev.hotstate.kit.backends.process.ChildProcess;

/** A process that shall run as long as Hotstate does. */
interface Supervised {

    String name();

    /** The present process; another one after each {@link #restart}. */
    ChildProcess process();

    void restart();
}
