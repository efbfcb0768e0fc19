package dev.hotstate.monitor.probe;

import dev.hotstate.kit.http.egress.Destination;
import dev.hotstate.kit.http.egress.EgressRefused;
import dev.hotstate.kit.http.egress.Redirect;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One check of an HTTP target: a request, those that redirects ask for, and the judgement of the last answer. */
final class HttpVisit {

    private final Dialer dialer;
    private final Tls tls;
    private final BodyBudget budget;
    private final HttpTarget target;
    private final HttpExpectation expected;
    private final Check check;

    HttpVisit(Dialer dialer, Tls tls, BodyBudget budget, HttpTarget target, Check check) {
        this.dialer = dialer;
        this.tls = tls;
        this.budget = budget;
        this.target = target;
        this.expected = target.expect();
        this.check = check;
    }

    void begin(HttpRequest request) {
        var host = request.uri().getHost();
        open(request, target.address() == null ? host : target.address(), target.address() == null ? null : host);
    }

    private void open(HttpRequest request) {
        open(request, request.uri().getHost(), null);
    }

    /** @param name under which to ask, where it is not that of the place */
    private void open(HttpRequest request, String place, @Nullable String name) {
        dialer.dial(check, place, Redirect.portOf(request.uri()), destination -> {
            var named = name == null ? destination : new Destination(name, destination.address(), destination.port());
            var body = BodyPolicy.needsBody(expected) ? budget.body() : null;
            return new HttpConnection(check, named, request.isSecure() ? tls : null, target, request, this, body);
        });
    }

    /** @return whether the body is wanted */
    boolean begins(HttpRequest request, HttpResponse head) {
        int status = head.status().code();
        if (!expected.status().contain(status)) {
            redirectOrRefuse(request, status, head.headers().get(HttpHeaderNames.LOCATION));
            return false;
        }
        if (HttpUtil.getContentLength(head, -1L) > target.bodyMaxBytes()
                && !request.method().equals("HEAD")) {
            tooLong();
            return false;
        }
        return true;
    }

    void tooLong() {
        check.down(Reason.BODY_LIMIT, "The body is longer than " + target.bodyMaxBytes() + " bytes");
    }

    /** Says nothing about the target. */
    void noRoom() {
        check.unknown("Too much is being read of other answers at this moment: see monitor.probe.bodies-max");
    }

    /** @param body ours from now on; null if it was of no interest */
    void ends(HttpResponse head, @Nullable Body body) {
        CertificatePolicy.objection(check.certificateDays(), expected.certificateDaysMin())
                .ifPresent(objection -> check.down(Reason.ASSERTION, objection));
        if (body == null) {
            LatencyPolicy.judge(check, expected.latencyMax());
        } else if (check.hasEnded()) {
            body.release();
        } else {
            judge(body, HttpUtil.getCharset(head, StandardCharsets.UTF_8));
        }
    }

    private void judge(Body body, Charset charset) {
        check.received();
        if (BodyPolicy.isQuick(expected, body.size())) {
            var text = body.text(charset);
            body.release();
            judged(BodyPolicy.objection(expected, text));
        } else {
            check.loop()
                    .executeBlocking(() -> BodyPolicy.objection(expected, body.text(charset)), false)
                    .onComplete(done -> body.release())
                    .onSuccess(this::judged)
                    .onFailure(this::notJudged);
        }
    }

    private void notJudged(Throwable failure) {
        if (failure instanceof TooCostly tooCostly) {
            check.unknown(tooCostly.explanation());
        } else {
            check.fail(failure);
        }
    }

    private void judged(Optional<String> objection) {
        objection.ifPresentOrElse(
                detail -> check.down(Reason.ASSERTION, detail),
                () -> LatencyPolicy.judge(check, expected.latencyMax()));
    }

    private void redirectOrRefuse(HttpRequest request, int status, @Nullable String location) {
        Optional<Redirect> redirect;
        try {
            redirect = Redirect.of(request.uri(), request.method(), status, location);
        } catch (EgressRefused refused) {
            check.fail(refused);
            return;
        }
        if (redirect.isEmpty() || target.redirectsMax() == 0) {
            check.down(
                    Reason.STATUS,
                    "Status " + status + " is not among " + expected.status().text());
        } else if (check.redirected() > target.redirectsMax()) {
            check.down(Reason.STATUS, "More than " + target.redirectsMax() + " redirects");
        } else {
            open(request.redirected(redirect.get()));
        }
    }
}
