package dev.hotstate.kit.http.openapi;

import dev.hotstate.kit.http.problem.Problem;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/** Each operation may end in a problem; saying so once here keeps the resources readable. */
@OpenApiFilter(OpenApiFilter.RunStage.BUILD)
public final class SharedDescription implements OASFilter {

    @Override
    public Operation filterOperation(Operation operation) {
        var responses = operation.getResponses();
        if (responses != null && responses.getDefaultValue() == null) {
            responses.setDefaultValue(problem());
        }
        return operation;
    }

    private static APIResponse problem() {
        var schema = OASFactory.createSchema().ref("#/components/schemas/Problem");
        return OASFactory.createAPIResponse()
                .description("A problem; docs/errors.md lists the types")
                .content(OASFactory.createContent()
                        .addMediaType(
                                Problem.MEDIA_TYPE, OASFactory.createMediaType().schema(schema)));
    }
}
