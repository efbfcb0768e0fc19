package dev.hotstate.metrics.live;

import dev.hotstate.metrics.live.PolicyFigures.OfCaller;
import dev.hotstate.metrics.minute.MinutePart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** An hour of a shop, as if another process had seen it: a quiet evening, and checkout in trouble for the last ten minutes. */
final class PastHour {

    static final String CHECKOUT = "POST /checkout/{id}/payment";

    /** Named in application.properties. */
    static final String LONG_POLL = "POST /queues/{queue}/claims";

    private static final List<String> ENDPOINTS =
            List.of("GET /", "GET /products", "GET /products/{id}", "GET /search", "POST /basket/{id}/items", CHECKOUT);
    private static final int TROUBLE_MINUTES = 10;
    private static final int WITHOUT_REDIS = 12;

    private final Random random = new Random(7);
    private final String policy;

    PastHour(String policy) {
        this.policy = policy;
    }

    /** Up to the minute before this one. */
    void into(Hour hour, long nowMillis) {
        long present = MinutePart.minuteOf(nowMillis);
        for (int ago = Hour.MINUTES - 1; ago >= 1; ago--) {
            // A gap: nobody was there.
            if (ago < 30 || ago > 33) {
                hour.put(new MinutePart(present - ago, "past"), minute(ago));
            }
        }
    }

    private Minute minute(int ago) {
        var endpoints = new HashMap<String, Figures>();
        long errors = 0;
        for (int i = 0; i < ENDPOINTS.size(); i++) {
            boolean trouble = i == ENDPOINTS.size() - 1 && ago <= TROUBLE_MINUTES;
            var figures = figures(900 - 130 * i, trouble);
            errors += figures.errors();
            endpoints.put(ENDPOINTS.get(i), figures);
        }
        endpoints.put(LONG_POLL, figures(40, false));
        return new Minute(
                steps(endpoints, errors),
                endpoints,
                Map.of("shop-1", new InstanceFigures(1_700, 20), "shop-2", new InstanceFigures(1_650, errors)),
                Map.of(policy, decisions(ago)));
    }

    private Figures figures(int mean, boolean trouble) {
        long requests = mean + random.nextInt(60);
        long errors = trouble ? requests / 2 : requests / 200;
        return new Figures(
                requests,
                errors,
                trouble ? errors : errors / 2,
                requests * 20_000,
                times(requests, trouble ? 250 : 220));
    }

    private Times times(long requests, int middle) {
        var buckets = new HashMap<Integer, Long>();
        for (int i = 0; i < requests; i++) {
            buckets.merge(2 * middle + (int) (random.nextGaussian() * 40), 1L, Long::sum);
        }
        return Times.of(buckets);
    }

    private static List<Step> steps(Map<String, Figures> endpoints, long errors) {
        var all = endpoints.values().stream().reduce(Figures.NONE, Figures::plus);
        var steps = new ArrayList<Step>();
        for (int i = 0; i < Step.PER_MINUTE; i++) {
            long requests = all.requests() / Step.PER_MINUTE;
            long failed = errors / Step.PER_MINUTE;
            steps.add(new Step(requests - failed - 8, 6, 2, failed, all.times()));
        }
        return steps;
    }

    private PolicyFigures decisions(int ago) {
        long denied = ago <= TROUBLE_MINUTES ? 40 + random.nextInt(20) : random.nextInt(6);
        return new PolicyFigures(
                900,
                denied,
                60,
                0,
                0,
                ago == TROUBLE_MINUTES ? WITHOUT_REDIS : 0,
                Map.of("198.51.100.4", new OfCaller(300, denied), "198.51.100.5", new OfCaller(12, 0)));
    }
}
