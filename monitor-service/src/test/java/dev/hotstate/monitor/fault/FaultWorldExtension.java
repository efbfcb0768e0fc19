package dev.hotstate.monitor.fault;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the one {@link FaultWorld} of a run, which is started for the first of them. */
final class FaultWorldExtension implements ParameterResolver {

    private static final ExtensionContext.Namespace SPACE =
            ExtensionContext.Namespace.create(FaultWorldExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == FaultWorld.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(SPACE)
                .computeIfAbsent(FaultWorld.class, one -> new FaultWorld(), FaultWorld.class);
    }
}
