package dev.hotstate.kit.devservices;

import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;

/**
 * Lets Jackson look into our types in a native image. Quarkus knows those in the signatures of resources; what we read and write
 * ourselves (specs in Postgres, cached values, events, messages) it cannot see. So all are registered, and nobody has to remember it.
 */
class JsonTypesProcessor {

    /** Nobody asks for it unless a native image is made. */
    @BuildStep
    void register(CombinedIndexBuildItem index, BuildProducer<ReflectiveClassBuildItem> reflective) {
        reflective.produce(
                ReflectiveClassBuildItem.builder(JsonTypes.of(index.getIndex()).toArray(String[]::new))
                        .reason("JSON")
                        .constructors()
                        .methods()
                        .fields()
                        .build());
    }
}
