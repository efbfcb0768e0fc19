package dev.hotstate.kit.http.egress;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged as an error meanwhile. */
final class LoggedErrors extends Handler implements AutoCloseable {

    private final Logger logger;
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private LoggedErrors(Logger logger) {
        this.logger = logger;
    }

    static LoggedErrors of(String category) {
        var errors = new LoggedErrors(Logger.getLogger(category));
        errors.logger.addHandler(errors);
        return errors;
    }

    List<String> messages() {
        return messages;
    }

    @Override
    public void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.SEVERE.intValue()) {
            messages.add(line.getMessage());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
