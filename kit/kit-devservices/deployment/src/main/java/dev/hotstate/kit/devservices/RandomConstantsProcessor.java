package dev.hotstate.kit.devservices;

import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.nativeimage.RuntimeInitializedClassBuildItem;

/**
 * Constants of a native image are made while it is built. A source of random numbers may not be among them: all who run the image would draw
 * the same ones, and the build refuses it. So classes that keep one are initialised when they are first used.
 */
class RandomConstantsProcessor {

    /** Nobody asks for it unless a native image is made. */
    @BuildStep
    void postpone(CombinedIndexBuildItem index, BuildProducer<RuntimeInitializedClassBuildItem> postponed) {
        RandomConstants.of(index.getIndex())
                .forEach(name -> postponed.produce(new RuntimeInitializedClassBuildItem(name)));
    }
}
