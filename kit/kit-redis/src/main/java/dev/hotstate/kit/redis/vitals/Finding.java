package dev.hotstate.kit.redis.vitals;

import org.jboss.logging.Logger;

/**
 * Something that makes the service degraded, as of one look.
 *
 * @param subject what it is about, for example a node; with the code it identifies the finding from look to look
 * @param level   how it is logged: as an error if somebody must act
 */
record Finding(String code, String subject, String message, Logger.Level level) {

    static Finding of(Trouble trouble, String subject, String message) {
        return new Finding(trouble.code(), subject, message, level(trouble));
    }

    static Finding of(Threshold threshold, String subject, String message) {
        return new Finding(threshold.code(), subject, message, Logger.Level.WARN);
    }

    private static Logger.Level level(Trouble trouble) {
        return switch (trouble) {
            case NOT_KNOWN_YET -> Logger.Level.DEBUG;
            case NODE_DOWN -> Logger.Level.WARN;
            default -> Logger.Level.ERROR;
        };
    }

    boolean isAbout(Finding other) {
        return code.equals(other.code) && subject.equals(other.subject);
    }
}
