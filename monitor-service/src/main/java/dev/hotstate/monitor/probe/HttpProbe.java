package dev.hotstate.monitor.probe;

/** Sends a request, follows redirects, and judges the answer. */
final class HttpProbe {

    private final Dialer dialer;
    private final Tls tls;
    private final BodyBudget budget;
    private final String userAgent;

    HttpProbe(Dialer dialer, Tls tls, BodyBudget budget, String userAgent) {
        this.dialer = dialer;
        this.tls = tls;
        this.budget = budget;
        this.userAgent = userAgent;
    }

    void run(HttpTarget target, ProbeSecrets secrets, Check check) {
        new HttpVisit(dialer, tls, budget, target, check).begin(HttpRequest.first(target, secrets, userAgent));
    }
}
