package dev.hotstate.monitor.channel;

/** A mail server did not take the message. */
final class SmtpRefused extends SmtpFailure {

    SmtpRefused(String detail) {
        super(detail);
    }
}
