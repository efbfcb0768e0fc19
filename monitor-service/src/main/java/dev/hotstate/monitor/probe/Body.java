package dev.hotstate.monitor.probe;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;

/** What has been read of one answer, counted against the budget of all until it is released. */
final class Body {

    private final BodyBudget budget;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);

    Body(BodyBudget budget) {
        this.budget = budget;
    }

    /** @return whether there was room for it */
    boolean append(ByteBuf part) {
        int more = part.readableBytes();
        if (!budget.grant(bytes.size(), more)) {
            return false;
        }
        try {
            part.readBytes(bytes, more);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return true;
    }

    int size() {
        return bytes.size();
    }

    String text(Charset charset) {
        return bytes.toString(charset);
    }

    /** Once; nothing may be appended or read afterwards. */
    void release() {
        budget.giveBack(bytes.size());
    }
}
