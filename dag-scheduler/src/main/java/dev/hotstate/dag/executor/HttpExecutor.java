package dev.hotstate.dag.executor;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.hotstate.dag.job.PayloadSecrets;
import dev.hotstate.dag.platform.DagFailure.PartitionRebuilding;
import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.dag.worker.Delivery;
import dev.hotstate.kit.http.egress.EgressAnswer;
import dev.hotstate.kit.http.egress.EgressClient;
import dev.hotstate.kit.http.egress.EgressFailures;
import dev.hotstate.kit.http.egress.EgressRefused;
import dev.hotstate.kit.http.egress.EgressRequest;
import dev.hotstate.kit.http.postgres.PostgresUnavailable;
import dev.hotstate.kit.redis.connection.Command;
import dev.hotstate.kit.redis.connection.RedisFailure;
import dev.hotstate.kit.redis.connection.RedisRouter;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls a URL. The address is checked by the egress guard, again on each redirect, and no secret follows to another origin. A call
 * may be made more than once; its {@code Idempotency-Key}, {@code <job>.<run>.<task>}, is the same for all attempts of a run, and
 * another one when the job is run again.
 */
@Singleton
final class HttpExecutor implements TaskExecutor {

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");
    private static final int REDIRECTS_USUAL = 3;
    private static final int REDIRECTS_MAX = 10;
    private static final int ANSWER_BYTES_MAX = 8 * 1024;

    /** As JSON a byte takes up to six, of an answer that is no text, and no output may be that large. */
    private static final int JSON_BYTES_MAX = 12 * 1024;

    /** Of others, who may write a key twice, which we refuse. A whole text: otherwise "1 2" would be 1. */
    private static final ObjectReader FOREIGN =
            new ObjectMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** What a call leaves for the children of its task; an answer that is no JSON is a text. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Output(
            int status,
            @JsonRawValue @Nullable String body,
            @Nullable Boolean truncated) {}

    private final EgressClient client;
    private final Payload payload;
    private final PayloadSecrets secrets;
    private final RedisRouter router;
    private final DagKeys keys;
    private final int concurrencyMax;

    HttpExecutor(
            EgressClient client,
            Payload payload,
            PayloadSecrets secrets,
            RedisRouter router,
            DagKeys keys,
            ExecutorConfig config) {
        this.secrets = secrets;
        this.router = router;
        this.keys = keys;
        this.client = client;
        this.payload = payload;
        this.concurrencyMax = config.httpMax();
    }

    @Override
    public String queue() {
        return "http";
    }

    @Override
    public int concurrencyMax() {
        return concurrencyMax;
    }

    @Override
    public Uni<ExecutionOutcome> execute(Delivery task) {
        var call = payload.read(task, HttpCall.class);
        return run(task)
                .chain(run -> secretHeaders(task, call).map(secret -> request(task, call, secret, run)))
                .chain(request -> client.send(request)
                        .map(answer -> outcome(call, answer))
                        .onFailure()
                        .recoverWithItem(failure -> new ExecutionOutcome.Failed(
                                EgressFailures.describe(failure), !(failure instanceof EgressRefused))))
                .onFailure(HttpExecutor::isOurTrouble)
                .recoverWithItem(failure -> new ExecutionOutcome.NotBegun(String.valueOf(failure.getMessage())));
    }

    /** Redis or Postgres could not be asked, or Redis has lost the job: nothing was called. */
    private static boolean isOurTrouble(Throwable failure) {
        return failure instanceof RedisFailure
                || failure instanceof PostgresUnavailable
                || failure instanceof PartitionRebuilding;
    }

    private Uni<Map<String, String>> secretHeaders(Delivery task, HttpCall call) {
        if (call.secrets() == null) {
            return Uni.createFrom().item(Map.of());
        }
        return secrets.open(task.jobId(), call.secrets()).map(opened -> {
            var headers = new HashMap<String, String>();
            opened.properties()
                    .forEach(field ->
                            headers.put(field.getKey(), field.getValue().textValue()));
            return headers;
        });
    }

    private Uni<String> run(Delivery task) {
        return router.send(Command.of("HGET").key(keys.job(task.jobId())).arg("run"))
                .map(reply -> {
                    if (reply.isNil()) {
                        throw new PartitionRebuilding();
                    }
                    return reply.text();
                });
    }

    private EgressRequest request(Delivery task, HttpCall call, Map<String, String> secret, String run) {
        var uri = call.url();
        if (uri == null || uri.getHost() == null || !Set.of("http", "https").contains(uri.getScheme())) {
            throw new Payload.Unfit("url must begin with https:// or http://");
        }
        var method = call.methodOrUsual().toUpperCase(Locale.ROOT);
        if (!METHODS.contains(method)) {
            throw new Payload.Unfit("method must be one of " + METHODS);
        }
        var timeout = Objects.requireNonNullElse(call.timeout(), HttpCall.TIMEOUT_USUAL);
        if (!timeout.isPositive() || timeout.compareTo(HttpCall.TIMEOUT_LIMIT) > 0) {
            throw new Payload.Unfit("timeout must be between PT0.001S and " + HttpCall.TIMEOUT_LIMIT);
        }
        int redirects = Math.clamp(Objects.requireNonNullElse(call.redirectsMax(), REDIRECTS_USUAL), 0, REDIRECTS_MAX);
        var headers = new HashMap<>(Objects.requireNonNullElse(call.headers(), Map.<String, String>of()));
        headers.putIfAbsent("Idempotency-Key", task.jobId() + "." + run + "." + task.task());
        if (call.body() != null && !call.body().isTextual()) {
            headers.putIfAbsent("Content-Type", "application/json");
        }
        return new EgressRequest(method, uri, headers, secret, body(call), timeout, redirects, ANSWER_BYTES_MAX);
    }

    private static @Nullable Buffer body(HttpCall call) {
        var body = call.body();
        if (body == null) {
            return null;
        }
        return Buffer.buffer(body.isTextual() ? body.textValue() : body.toString());
    }

    private ExecutionOutcome outcome(HttpCall call, EgressAnswer answer) {
        return switch (call.of(answer.status())) {
            case COMPLETED -> new ExecutionOutcome.Completed(payload.write(output(answer)));
            case TRY_AGAIN -> new ExecutionOutcome.Failed("the answer was " + answer.status(), true);
            case FAILED -> new ExecutionOutcome.Failed("the answer was " + answer.status(), false);
        };
    }

    private Output output(EgressAnswer answer) {
        var text = answer.body().toString();
        var json = asJson(text);
        boolean truncated = answer.truncated();
        while (json != null && json.getBytes(StandardCharsets.UTF_8).length > JSON_BYTES_MAX) {
            text = text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2));
            json = payload.write(text);
            truncated = true;
        }
        return new Output(answer.status(), json, truncated ? true : null);
    }

    private @Nullable String asJson(String body) {
        if (body.isBlank()) {
            return null;
        }
        try {
            return FOREIGN.readTree(body).toString();
        } catch (JsonProcessingException text) {
            return payload.write(body);
        }
    }
}
