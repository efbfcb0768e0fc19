package dev.hotstate.monitor.channel;

/** A mail server did not take the message. */
final class SmtpRefused extends RuntimeException {

    SmtpRefused(String detail) {
        super(detail, null, false, false);
    }
}
