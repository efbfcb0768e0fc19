package dev.hotstate.metrics.statsd;

import dev.hotstate.metrics.observation.Measurements;
import dev.hotstate.metrics.observation.Requests;
import dev.hotstate.metrics.observation.Sample;
import dev.hotstate.metrics.observation.Series;
import dev.hotstate.metrics.statsd.StatsdLine.Malformed;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Makes measurements of lines. */
@Singleton
class StatsdReader {

    private static final Logger LOG = Logger.getLogger(StatsdReader.class);
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double MILLIS_MAX = 3_600_000;

    private final Series series;
    private final StatsdMetrics metrics;
    private final Clock clock;

    StatsdReader(Series series, StatsdMetrics metrics, Clock clock) {
        this.series = series;
        this.metrics = metrics;
        this.clock = clock;
    }

    /**
     * @param lines separated by line ends
     * @param sender the instance, where the lines name none
     */
    Measurements read(byte[] lines, String sender) {
        var now = clock.instant();
        var requests = new ArrayList<Requests>();
        var samples = new ArrayList<Sample>();
        int begin = 0;
        for (int i = 0; i <= lines.length; i++) {
            if (i == lines.length || lines[i] == '\n') {
                readLine(ByteBuffer.wrap(lines, begin, i - begin), sender, now, requests, samples);
                begin = i + 1;
            }
        }
        return new Measurements(List.of(), requests, samples);
    }

    private void readLine(ByteBuffer bytes, String sender, Instant now, List<Requests> requests, List<Sample> samples) {
        try {
            var line = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(bytes)
                    .toString()
                    .strip();
            if (line.isEmpty()) {
                return;
            }
            if (StatsdLine.isNoMeasurement(line)) {
                metrics.ignored();
                return;
            }
            for (var point : StatsdLine.parse(line)) {
                add(point, sender, now, requests, samples);
            }
            metrics.read();
        } catch (CharacterCodingException e) {
            malformed("it is no UTF-8");
        } catch (Malformed e) {
            malformed(e.getMessage());
        }
    }

    private void malformed(String reason) {
        metrics.malformed();
        LOG.debugf("A line of StatsD can't be read: %s", reason);
    }

    private void add(StatsdPoint point, String sender, Instant now, List<Requests> requests, List<Sample> samples)
            throws Malformed {
        var request = point.type() == StatsdPoint.Type.TIMER
                ? series.request(point.name(), point.tags())
                : Optional.<Series.Request>empty();
        var instance = series.instance(point.tags(), sender);
        if (request.isPresent()) {
            long micros = Math.round(Math.min(point.number(), MILLIS_MAX) * MICROS_PER_MILLI);
            requests.add(Requests.equal(
                    instance, request.get().endpoint(), request.get().status(), point.weight(), micros, now));
            return;
        }
        var name = series.name(point.name(), point.tags())
                .orElseThrow(() -> new Malformed("its name and tags are too long"));
        samples.add(
                switch (point.type()) {
                    case COUNTER -> new Sample.Count(name, point.number() / point.rate());
                    case GAUGE -> new Sample.Gauge(name, instance, point.number(), point.isRelative());
                    case SET -> new Sample.Unique(name, point.text(), now);
                    case TIMER, VALUES -> Sample.Values.of(name, point.number(), point.weight());
                });
    }
}
