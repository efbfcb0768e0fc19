package dev.hotstate.kit.devservices;

import dev.hotstate.kit.backends.Backends;
import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.acl.AclDeclaration;
import java.util.List;
import java.util.Optional;

/**
 * What the application may do in the backends: what it declares, or, for a library under test, all that a service could
 * ever declare.
 */
record ApplicationRights(String app, Optional<AclDeclaration> declaration, List<String> baseCommands, String env) {

    private static final String LIBRARY = "kit";

    /** Reads the declarations that are on the class path of the application. */
    static ApplicationRights find(ClassLoader application, Optional<String> configuredApp, String env) {
        var declaration = Optional.ofNullable(application.getResource(AclDeclaration.RESOURCE))
                .map(AclDeclaration::read);
        var base = Optional.ofNullable(application.getResource(AclDeclaration.BASE_RESOURCE))
                .map(AclDeclaration::readBase)
                .orElse(List.of());
        var app = declaration.map(AclDeclaration::app).or(() -> configuredApp).orElse(LIBRARY);
        return new ApplicationRights(app, declaration, base, env);
    }

    ServiceAccess enter(Backends backends) {
        return declaration
                .map(declared -> backends.admit(declared, baseCommands, env))
                .orElseGet(() -> backends.admitLibrary(app, baseCommands, env));
    }
}
