package dev.hotstate.kit.testing.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;

/** Everything that is logged meanwhile, messages and stack traces; of our own code at any level. */
public final class LogCapture extends Handler implements AutoCloseable {

    private static final Logger ROOT = Logger.getLogger("");
    private static final Logger OURS = Logger.getLogger("dev.hotstate");

    private final StringBuffer text = new StringBuffer();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final Level before = OURS.getLevel();

    private LogCapture() {}

    public static LogCapture start() {
        LogCapture capture = new LogCapture();
        OURS.setLevel(Level.ALL);
        ROOT.addHandler(capture);
        return capture;
    }

    public String text() {
        return text.toString();
    }

    /** The messages at level ERROR or above. */
    public List<String> errors() {
        return List.copyOf(errors);
    }

    @Override
    public void publish(LogRecord entry) {
        String message = entry instanceof ExtLogRecord formatted ? formatted.getFormattedMessage() : entry.getMessage();
        text.append(message).append('\n');
        if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
            errors.add(message);
        }
        if (entry.getThrown() != null) {
            StringWriter trace = new StringWriter();
            entry.getThrown().printStackTrace(new PrintWriter(trace));
            text.append(trace);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        ROOT.removeHandler(this);
        OURS.setLevel(before);
    }
}
