package dev.hotstate.deploy.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Reads manifests into the typed model of fabric8, which has a place for everything; what landed in the wrong one is named. */
final class Strict {

    private static final KubernetesSerialization TYPED = new KubernetesSerialization(new ObjectMapper(), true);

    private Strict() {}

    /** What the API server would refuse or ignore: unknown kinds, unknown fields with their path, values of a wrong type. */
    static List<String> findings(ObjectNode manifest) {
        var findings = new ArrayList<String>();
        try {
            Object typed = TYPED.unmarshal(manifest.toString());
            if (!(typed instanceof KubernetesResource)
                    || typed.getClass().getSimpleName().equals("GenericKubernetesResource")) {
                findings.add("unknown kind " + Kustomize.kind(manifest));
            } else {
                walk(Kustomize.kind(manifest) + "/" + Kustomize.name(manifest), typed, findings);
            }
        } catch (RuntimeException wrongType) {
            findings.add(Kustomize.kind(manifest) + "/" + Kustomize.name(manifest) + ": " + wrongType.getMessage());
        }
        return findings;
    }

    private static void walk(String path, Object value, List<String> findings) {
        switch (value) {
            case Collection<?> all -> {
                int index = 0;
                for (Object each : all) {
                    walk(path + "[" + index++ + "]", each, findings);
                }
            }
            case Map<?, ?> entries -> entries.forEach((name, each) -> walk(path + "." + name, each, findings));
            case JsonNode free -> {}
            case KubernetesResource resource -> walkFields(path, resource, findings);
            case null -> {}
            default -> {}
        }
    }

    private static void walkFields(String path, Object resource, List<String> findings) {
        Arrays.stream(resource.getClass().getMethods())
                .filter(method -> method.getParameterCount() == 0)
                .filter(method -> method.getName().startsWith("get"))
                .forEach(getter -> {
                    Object value = call(getter, resource);
                    if (getter.getName().equals("getAdditionalProperties")) {
                        ((Map<?, ?>) value).keySet().forEach(field -> findings.add(path + ": unknown field " + field));
                    } else {
                        walk(path + "." + getter.getName().substring(3), value, findings);
                    }
                });
    }

    private static Object call(Method getter, Object target) {
        try {
            return getter.invoke(target);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(getter.toString(), e);
        }
    }
}
