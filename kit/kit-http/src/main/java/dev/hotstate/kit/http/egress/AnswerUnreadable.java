package dev.hotstate.kit.http.egress;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;

/** Something came, and it can't be read as HTTP. */
public final class AnswerUnreadable extends RuntimeException {

    private AnswerUnreadable(String message) {
        super(message, null, false, false);
    }

    /**
     * What was meant by a failure while an answer was read: our own mistakes come before that, so what the parser could not
     * make sense of is the other side's.
     */
    static Throwable orAsItIs(Throwable failure) {
        return switch (failure) {
            case TooLongFrameException tooLong -> new AnswerUnreadable("The header of the answer is too long");
            case DecoderException nonsense -> new AnswerUnreadable("The answer is not HTTP");
            case IllegalArgumentException nonsense -> new AnswerUnreadable("The answer is not HTTP");
            case IllegalStateException unknownVersion -> new AnswerUnreadable("The answer is not HTTP");
            default -> failure;
        };
    }
}
