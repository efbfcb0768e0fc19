package dev.hotstate.kit.http.problem;

import static dev.hotstate.kit.http.testing.Answers.isProblem;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.hotstate.kit.http.request.RequestConfig;
import dev.hotstate.kit.http.testing.KitTest;
import dev.hotstate.kit.testing.time.RunningClock;
import io.quarkus.test.common.http.TestHTTPResource;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@KitTest
class ProblemIT {

    private static final String GOOD_STEP = "{\"name\":\"a\",\"attempts\":1}";

    @TestHTTPResource
    URI service;

    @Inject
    RequestConfig config;

    @Test
    void a_domain_failure_carries_its_type_and_its_own_members() {
        isProblem(given().get("/sample/conflict"), KitProblem.CONFLICT)
                .body("detail", equalTo("The tasks a and b wait for each other."))
                .body("cycle", equalTo(List.of("a", "b")))
                .body("retryAfterMs", nullValue());
    }

    @Test
    void a_bug_tells_nothing_but_the_request_id() {
        var answer = isProblem(
                given().header("X-Request-Id", "deploy-4711-a").get("/sample/bug"), KitProblem.INTERNAL_ERROR);

        answer.body("instance", equalTo("urn:hotstate:request:deploy-4711-a"))
                .body(not(containsString("secret detail")))
                .body(not(containsString("Exception")));
    }

    @Test
    void trouble_of_redis_is_temporary_and_says_whether_anything_was_changed() {
        for (var trouble : List.of("unavailable", "CLUSTERDOWN", "OOM")) {
            isProblem(given().get("/sample/redis/" + trouble), KitProblem.REDIS_UNAVAILABLE)
                    .header("Retry-After", "1")
                    .body("retryAfterMs", equalTo(1000))
                    .body("detail", equalTo("Nothing was changed. Try again in a moment."));
        }
        isProblem(given().get("/sample/redis/timed-out"), KitProblem.REDIS_UNAVAILABLE)
                .header("Retry-After", "1")
                .body("detail", equalTo("Whether the request had an effect is not known. Read, then decide."))
                .body(not(containsString("10.0.0.7")));
    }

    @Test
    void a_command_that_redis_refuses_although_it_is_well_is_a_bug() {
        isProblem(given().get("/sample/redis/WRONGTYPE"), KitProblem.INTERNAL_ERROR)
                .body(not(containsString("WRONGTYPE")));
    }

    @Test
    void malformed_json_is_located_by_line_and_column() {
        isProblem(
                        post("{\"name\":\"x\",\n \"steps\":[" + GOOD_STEP + ",{\"name\" oops}]}"),
                        KitProblem.MALFORMED_REQUEST)
                .body("errors[0].pointer", equalTo("/steps/1"))
                .body("errors[0].detail", startsWith("is not well-formed JSON (line 2, column"));
    }

    @Test
    void cut_off_json_is_malformed() {
        isProblem(post("{\"name\":"), KitProblem.MALFORMED_REQUEST);
    }

    @Test
    void an_empty_body_is_refused() {
        isProblem(post(""), KitProblem.INVALID_INPUT).body("errors.detail", equalTo(List.of("is needed")));
    }

    @Test
    void an_unknown_enum_value_names_the_known_ones() {
        isProblem(post("{\"name\":\"x\",\"steps\":[],\"colour\":\"BLUE\"}"), KitProblem.MALFORMED_REQUEST)
                .body("errors[0].pointer", equalTo("/colour"))
                .body("errors[0].detail", startsWith("must be one of RED, GREEN"));
    }

    @Test
    void an_unknown_kind_names_the_known_ones() {
        for (var way : List.of("{\"kind\":\"air\"}", "{}")) {
            isProblem(post("{\"name\":\"x\",\"steps\":[],\"way\":" + way + "}"), KitProblem.MALFORMED_REQUEST)
                    .body("errors[0].pointer", equalTo("/way/kind"))
                    .body("errors[0].detail", startsWith("must be one of road, rail"));
        }
    }

    @Test
    void only_what_is_no_json_is_said_to_be_none() {
        var malformed = "The request body is not well-formed JSON.";
        var unexpected = "The request body does not have the expected form.";
        var details = Map.of(
                "{\"name\":", malformed,
                "{\"name\":\"x\",\"steps\":[{\"name\" oops}]}", malformed,
                "{\"name\":\"x\",\"steps\":[],\"timeout\":\"soon\"}", unexpected,
                "{\"name\":\"x\",\"steps\":[{\"name\":\"a\",\"attempts\":99999999999}]}", unexpected,
                "{\"name\":\"x\",\"steps\":[{\"name\":\"a\",\"name\":\"b\"}]}", unexpected);
        details.forEach((body, detail) ->
                isProblem(post(body), KitProblem.MALFORMED_REQUEST).body("detail", equalTo(detail)));
        isProblem(post("{\"name\":\"x\",\"steps\":[],\"name\":\"y\"}"), KitProblem.MALFORMED_REQUEST)
                .body("detail", equalTo(unexpected))
                .body("errors[0].detail", startsWith("is there twice (line 1"));
    }

    @Test
    void a_wrong_type_is_named_without_our_classes() {
        isProblem(
                        post("{\"name\":\"x\",\"steps\":[{\"name\":\"a\",\"attempts\":\"many\"}]}"),
                        KitProblem.MALFORMED_REQUEST)
                .body("errors[0].pointer", equalTo("/steps/0/attempts"))
                .body("errors[0].detail", startsWith("must be a number that fits"))
                .body(not(containsString("hotstate.kit")));
        isProblem(post("{\"name\":\"x\",\"steps\":\"none\"}"), KitProblem.MALFORMED_REQUEST)
                .body("errors[0].pointer", equalTo("/steps"))
                .body("errors[0].detail", startsWith("must be an array"));
        isProblem(post("{\"name\":\"x\",\"steps\":[],\"timeout\":\"soon\"}"), KitProblem.MALFORMED_REQUEST)
                .body("errors[0].detail", startsWith("must be an ISO-8601 duration"));
        isProblem(post("{\"name\":\"x\",\"steps\":[],\"at\":\"noon\"}"), KitProblem.MALFORMED_REQUEST)
                .body("errors[0].detail", startsWith("must be an ISO-8601 time"));
        isProblem(post("[1,2]"), KitProblem.MALFORMED_REQUEST)
                .body("errors[0].detail", startsWith("must be an object"));
    }

    @Test
    void what_is_written_wrongly_is_not_taken_for_something_else() {
        var wrong = Map.of(
                "{\"name\":\"x\",\"steps\":[],\"tiemout\":\"PT1S\"}", "/tiemout",
                "{\"name\":\"x\",\"steps\":[{\"name\":\"a\",\"attempts\":1.7}]}", "/steps/0/attempts",
                "{\"name\":\"x\",\"steps\":[{\"name\":\"a\",\"attempts\":\"3\"}]}", "/steps/0/attempts",
                "{\"name\":12,\"steps\":[]}", "/name",
                "{\"name\":\"x\",\"steps\":[],\"colour\":1}", "/colour",
                "{\"name\":\"x\",\"steps\":[],\"name\":\"y\"}", "/name");
        wrong.forEach((body, pointer) ->
                isProblem(post(body), KitProblem.MALFORMED_REQUEST).body("errors[0].pointer", equalTo(pointer)));
        isProblem(post("{\"name\":\"x\",\"steps\":[]} {}"), KitProblem.MALFORMED_REQUEST);
    }

    @Test
    void each_refused_field_is_pointed_at() {
        isProblem(
                        post("{\"name\":\" \",\"steps\":[" + GOOD_STEP + ",{\"name\":\"b\",\"attempts\":0}]}"),
                        KitProblem.INVALID_INPUT)
                .body("errors.pointer", equalTo(List.of("/name", "/steps/1/attempts")))
                .body("errors.detail", hasItem("must not be blank"));
        isProblem(post("{\"name\":\"a\"}"), KitProblem.INVALID_INPUT)
                .body("errors.pointer", equalTo(List.of("/steps")))
                .body("errors.detail", equalTo(List.of("is needed")));
    }

    @Test
    void a_refused_parameter_is_named() {
        isProblem(given().get("/sample/numbers?limit=101"), KitProblem.INVALID_INPUT)
                .body("errors[0].parameter", equalTo("limit"))
                .body("errors[0].pointer", nullValue());
        isProblem(given().get("/sample/numbers?limit=many"), KitProblem.INVALID_INPUT)
                .body("errors[0].parameter", equalTo("limit"))
                .body("errors[0].detail", equalTo("must be a number that fits"));
        isProblem(given().get("/sample/rounds/first?colour=RED"), KitProblem.INVALID_INPUT)
                .body("errors.parameter", equalTo(List.of("number")));
        isProblem(given().get("/sample/rounds/1?colour=BLUE"), KitProblem.INVALID_INPUT)
                .body("errors.parameter", equalTo(List.of("colour")))
                .body("errors[0].detail", equalTo("must be one of RED, GREEN"));
        isProblem(given().get("/sample/spots?lat=abc&lon=1&limit=2"), KitProblem.INVALID_INPUT)
                .body("errors.parameter", equalTo(List.of("lat")))
                .body("errors[0].detail", equalTo("must be a number that fits"));
        isProblem(
                        given().contentType("application/json").body(GOOD_STEP).put("/sample/ids/12345"),
                        KitProblem.INVALID_INPUT)
                .body("errors.parameter", equalTo(List.of("id")))
                .body("errors[0].pointer", nullValue());
        isProblem(given().header("X-Weight", "heavy").get("/sample/rounds/1?colour=RED"), KitProblem.INVALID_INPUT)
                .body("errors.parameter", equalTo(List.of("X-Weight")));
    }

    @Test
    void an_id_that_could_not_be_part_of_a_key_is_refused() {
        isProblem(given().get("/sample/things/a:b"), KitProblem.INVALID_ID);
    }

    @Test
    void an_unknown_path_is_not_found() {
        isProblem(given().get("/nowhere"), KitProblem.NOT_FOUND);
        isProblem(given().get("/sample/nowhere"), KitProblem.NOT_FOUND);
        isProblem(given().accept("text/html").get("/nowhere.html"), KitProblem.NOT_FOUND);
    }

    @Test
    void a_wrong_method_or_media_type_is_refused() {
        isProblem(given().delete("/vitals/history"), KitProblem.METHOD_NOT_ALLOWED)
                .header("Allow", equalTo("GET, HEAD, OPTIONS"));
        isProblem(given().get("/api-keys/key_1/rotate"), KitProblem.METHOD_NOT_ALLOWED)
                .header("Allow", equalTo("OPTIONS, POST"));
        given().options("/api-keys/key_1/rotate").then().header("Allow", equalTo("OPTIONS, POST"));
        isProblem(
                given().contentType("application/xml").body("<x/>").post("/sample/plans"),
                KitProblem.UNSUPPORTED_MEDIA_TYPE);
        isProblem(
                given().contentType("application/json")
                        .accept("image/png")
                        .body("{}")
                        .post("/sample/plans"),
                KitProblem.NOT_ACCEPTABLE);
    }

    @Test
    void a_body_of_a_type_that_is_not_taken_is_told_which_one_is() {
        // What curl -d sends by itself. The second address is not described.
        var form = "application/x-www-form-urlencoded";
        isProblem(given().contentType(form).body("{\"key\":\"x\"}").post("/login"), KitProblem.UNSUPPORTED_MEDIA_TYPE)
                .body(
                        "detail",
                        equalTo("The header Content-Type of the request says " + form
                                + ". Send 'Content-Type: application/json'."));
        isProblem(
                        given().contentType("application/xml").body("<x/>").post("/sample/plans"),
                        KitProblem.UNSUPPORTED_MEDIA_TYPE)
                .body("detail", endsWith(" The page /api.html says what each address takes."));
    }

    @Test
    void a_body_without_a_type_is_taken_for_what_it_must_be() throws IOException {
        assertThat(raw("POST /login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"))
                .startsWith("HTTP/1.1 400 ")
                .contains("invalid-input");
    }

    @Test
    void a_packed_body_is_refused_where_nobody_unpacks_it() {
        isProblem(packed("gzip").post("/sample/plans"), KitProblem.UNSUPPORTED_MEDIA_TYPE)
                .body("detail", containsString("Content-Encoding"));
        isProblem(packed("identity").post("/sample/plans"), KitProblem.INVALID_INPUT);
        packed("gzip").post("/sample/packed").then().statusCode(200).body(equalTo("gzip"));
    }

    @Test
    void a_part_that_a_file_does_not_have_is_refused() {
        isProblem(given().header("Range", "bytes=5-1").get("/kit/tokens.css"), KitProblem.MALFORMED_REQUEST);
    }

    @Test
    void a_large_body_is_refused_where_it_is_not_expected() {
        var twoMegabytes = "x".repeat(2 << 20);
        isProblem(
                given().contentType("text/plain").body(twoMegabytes).post("/sample/usual"), KitProblem.BODY_TOO_LARGE);
        given().contentType("text/plain")
                .body(twoMegabytes)
                .post("/sample/large")
                .then()
                .statusCode(200);
        isProblem(
                given().contentType("text/plain").body("x".repeat(9 << 20)).post("/sample/large"),
                KitProblem.BODY_TOO_LARGE);
    }

    @Test
    void a_body_in_many_parts_arrives_whole() {
        var body = new StringBuilder();
        for (int i = 0; body.length() < 300_000; i++) {
            body.append(i).append(' ');
        }

        given().contentType("text/plain")
                .body(body.toString())
                .post("/sample/echo")
                .then()
                .statusCode(200)
                .body(equalTo(body.toString()));
        given().contentType("text/plain")
                .body(new ByteArrayInputStream(body.toString().getBytes(StandardCharsets.US_ASCII)))
                .post("/sample/echo")
                .then()
                .statusCode(200)
                .body(equalTo(body.toString()));
    }

    @Test
    void a_request_without_an_answer_ends_at_its_deadline() {
        isProblem(given().get("/sample/never"), KitProblem.DEADLINE_EXCEEDED)
                .header("Retry-After", "1")
                .body("retryAfterMs", equalTo(1000));
    }

    @Test
    void what_the_http_codec_refuses_is_answered_without_detail() throws IOException {
        assertThat(raw("GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + "x".repeat(9000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431 ")
                .doesNotContain("Exception", "netty");
        assertThat(raw("GET /" + "x".repeat(5000) + " HTTP/1.1\r\nHost: x\r\n\r\n"))
                .containsPattern("^HTTP/1[.][01] 414 ")
                .doesNotContain("Exception", "netty");
        assertThat(raw("not http at all\r\n\r\n")).startsWith("HTTP/1.").doesNotContain("Exception", "netty");
        assertThat(raw("GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 4")
                .doesNotContain("Exception", "netty");
    }

    @Test
    void a_chunked_body_is_cut_off_at_the_limit() throws IOException {
        var chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
        var request =
                "POST /sample/usual HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + chunk.repeat(20) + "0\r\n\r\n";
        assertThat(raw(request))
                .startsWith("HTTP/1.1 413 ")
                .containsIgnoringCase("Content-Type: application/problem+json")
                .contains("body-too-large");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sample/plans", "/sample/usual"})
    void a_body_that_does_not_end_is_refused_in_time(String path) throws IOException {
        var chunk = "10000\r\n{" + " ".repeat(0xFFFF) + "\r\n";
        var answer = raw("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n" + chunk);

        assertThat(answer).startsWith("HTTP/1.1 408 ").contains("body-too-slow");
    }

    /** The quick one is answered before the first of the slow ones is given up. */
    @Test
    void slow_bodies_keep_no_worker_from_its_work() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                var socket = new Socket(service.getHost(), service.getPort());
                slow.add(socket);
                socket.getOutputStream()
                        .write(("POST /sample/usual HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
                                        + "Content-Length: 100000\r\n\r\n" + "x".repeat(20_000))
                                .getBytes(StandardCharsets.US_ASCII));
            }

            long begun = RunningClock.nanos();
            given().contentType("text/plain")
                    .body("quick")
                    .post("/sample/usual")
                    .then()
                    .statusCode(200);
            assertThat(RunningClock.since(begun)).isLessThan(config.bodyDeadline());
        } finally {
            for (var socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void a_client_that_asks_before_it_sends_its_body_is_told_to_go_on() throws IOException {
        try (var socket = new Socket(service.getHost(), service.getPort())) {
            socket.setSoTimeout(20_000);
            var answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            var out = socket.getOutputStream();
            out.write(("POST /sample/usual HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
                            + "Content-Length: 4\r\nExpect: 100-continue\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));

            assertThat(answers.readLine()).startsWith("HTTP/1.1 100 ");
            assertThat(answers.readLine()).isEmpty();
            out.write("body".getBytes(StandardCharsets.US_ASCII));
            assertThat(answers.readLine()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void every_answer_has_a_request_id_and_the_security_headers() {
        given().header("X-Request-Id", "bad id\t!")
                .get("/sample/numbers?limit=1")
                .then()
                .statusCode(200)
                .header("X-Request-Id", matchesPattern("[0-9a-f]{24}"))
                .header("X-Content-Type-Options", "nosniff")
                .header("Cache-Control", "no-store")
                .header("Content-Security-Policy", containsString("default-src 'self'"));
        given().get("/docs/errors.md").then().statusCode(200).header("Cache-Control", "no-cache");
    }

    private static RequestSpecification packed(String encoding) {
        return given().contentType("application/json")
                .header("Content-Encoding", encoding)
                .body("{}");
    }

    private static Response post(String body) {
        return given().contentType("application/json").body(body).post("/sample/plans");
    }

    private String raw(String request) throws IOException {
        try (var socket = new Socket(service.getHost(), service.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            var answer = socket.getInputStream().readNBytes(1_500);
            return new String(answer, StandardCharsets.ISO_8859_1);
        }
    }
}
