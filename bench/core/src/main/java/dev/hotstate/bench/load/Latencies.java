package dev.hotstate.bench.load;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;

/** An HdrHistogram of latencies in nanoseconds, three digits exact; in JSON its compressed standard encoding. */
public final class Latencies {

    private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(2);
    private static final int DIGITS = 3;

    private final Histogram histogram;

    public Latencies() {
        this(new Histogram(NANOS_MAX, DIGITS));
    }

    private Latencies(Histogram histogram) {
        this.histogram = histogram;
    }

    @JsonCreator
    static Latencies decode(String base64) throws DataFormatException {
        var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
        return new Latencies(Histogram.decodeFromCompressedByteBuffer(bytes, NANOS_MAX));
    }

    @JsonValue
    String encode() {
        var bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes, Deflater.BEST_SPEED);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    void record(long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, NANOS_MAX));
    }

    public long count() {
        return histogram.getTotalCount();
    }

    public double millisAt(double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e6;
    }
}
