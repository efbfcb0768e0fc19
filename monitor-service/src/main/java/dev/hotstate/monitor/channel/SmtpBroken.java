package dev.hotstate.monitor.channel;

/** A mail server did not say what became of the message: it may have taken it. */
final class SmtpBroken extends SmtpFailure {

    SmtpBroken(String detail) {
        super(detail);
    }
}
