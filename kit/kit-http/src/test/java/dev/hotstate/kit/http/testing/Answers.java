package dev.hotstate.kit.http.testing;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import dev.hotstate.kit.http.problem.Problem;
import dev.hotstate.kit.http.problem.ProblemType;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;

/** What an answer must be. */
public final class Answers {

    private Answers() {}

    public static ValidatableResponse isProblem(Response answer, ProblemType type) {
        return answer.then()
                .statusCode(type.status())
                .contentType(Problem.MEDIA_TYPE)
                .body("type", equalTo("/docs/errors.md#" + type.slug()))
                .body("title", equalTo(type.title()))
                .body("status", equalTo(type.status()))
                .body("instance", startsWith("urn:hotstate:request:"));
    }
}
