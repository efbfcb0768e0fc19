package dev.hotstate.monitor.channel;

/** What went wrong with a mail server, in a line for people. */
abstract sealed class SmtpFailure extends RuntimeException permits SmtpRefused, SmtpBroken {

    SmtpFailure(String detail) {
        super(detail, null, false, false);
    }
}
