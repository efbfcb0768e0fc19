package dev.hotstate.kit.devservices;

import dev.hotstate.kit.backends.acl.AclDeclaration;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.IsDevServicesSupportedByLaunchMode;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.DevServicesResultBuildItem;
import io.quarkus.deployment.builditem.HotDeploymentWatchedFileBuildItem;
import io.quarkus.deployment.builditem.LaunchModeBuildItem;
import io.quarkus.deployment.dev.devservices.DevServicesConfig;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.configuration.ConfigUtils;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.ConfigProvider;

/** Provides what the application has not configured itself; if it has configured all, nothing is started. */
class BackendsProcessor {

    private static final String NAME = "hotstate-backends";
    private static final String APP = "hotstate.app";

    @BuildStep(onlyIf = {IsDevServicesSupportedByLaunchMode.class, DevServicesConfig.Enabled.class})
    void startBackends(
            BackendsConfig config,
            LaunchModeBuildItem launchMode,
            Capabilities capabilities,
            BuildProducer<DevServicesResultBuildItem> services) {
        var keys = MissingKeys.of(capabilities, ConfigUtils::isPropertyNonEmpty);
        if (keys.isEmpty() || !config.enabled()) {
            return;
        }
        var rights = ApplicationRights.find(
                Thread.currentThread().getContextClassLoader(),
                ConfigProvider.getConfig().getOptionalValue(APP, String.class),
                env(launchMode.getLaunchMode()));
        Map<String, Function<SharedBackendsService, String>> values =
                keys.stream().collect(Collectors.toMap(Function.identity(), key -> service -> service.value(key)));
        services.produce(DevServicesResultBuildItem.<SharedBackendsService>owned()
                .name(NAME)
                .description("Redis Cluster and Postgres, entered as " + rights.app())
                .serviceName(rights.app())
                .serviceConfig(rights)
                .startable(() -> new SharedBackendsService(rights, config))
                .configProvider(values)
                .build());
    }

    /** A changed declaration gives the user other rights at the next reload. */
    @BuildStep
    HotDeploymentWatchedFileBuildItem watchDeclaration() {
        return new HotDeploymentWatchedFileBuildItem(AclDeclaration.RESOURCE);
    }

    /** Scripts are read once, into constants: without a restart a changed one would stay unseen. */
    @BuildStep
    HotDeploymentWatchedFileBuildItem watchScripts() {
        return HotDeploymentWatchedFileBuildItem.builder()
                .setLocationPredicate(path -> path.startsWith("lua/") && path.endsWith(".lua"))
                .build();
    }

    private static String env(LaunchMode mode) {
        return ConfigProvider.getConfig()
                .getOptionalValue(MissingKeys.ENV, String.class)
                .orElse(mode == LaunchMode.TEST ? "test" : "dev");
    }
}
