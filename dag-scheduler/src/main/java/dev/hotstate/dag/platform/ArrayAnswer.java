package dev.hotstate.dag.platform;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** A list that was an array before it had pages: whoever asks for no page goes on getting the array, and is told what it lacks. */
public final class ArrayAnswer {

    /** How OpenAPI describes the header. */
    public static final String LINK = "Where the array does not hold all: the page that goes on after it";

    private ArrayAnswer() {}

    /** @param query of the list that goes on after the array, to which only the cursor has to be added */
    public static RestResponse<Object> of(List<?> items, @Nullable String nextCursor, String query) {
        var answer = RestResponse.ResponseBuilder.<Object>ok(items);
        return nextCursor == null
                ? answer.build()
                : answer.header(HttpHeaders.LINK, "<?" + query + "cursor=" + nextCursor + ">; rel=\"next\"")
                        .build();
    }
}
