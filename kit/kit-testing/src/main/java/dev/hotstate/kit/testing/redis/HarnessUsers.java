package dev.hotstate.kit.testing.redis;

import dev.hotstate.kit.backends.acl.AclUser;
import dev.hotstate.kit.backends.host.Secrets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The users of one cluster with their present passwords: one per service, and {@code vitals}. */
final class HarnessUsers {

    private record Login(AclUser user, String password) {}

    private final Map<String, Login> original = new LinkedHashMap<>();
    private final Map<String, Login> present = new LinkedHashMap<>();

    static HarnessUsers of(HarnessPlan plan) {
        var users = new HarnessUsers();
        for (var service : plan.services()) {
            var password = Secrets.random();
            users.put(
                    AclUser.service(service, plan.baseCommands(), List.of(plan.env()), Secrets.sha256(password)),
                    password);
        }
        var password = Secrets.random();
        users.put(AclUser.vitals(Secrets.sha256(password)), password);
        users.original.putAll(users.present);
        return users;
    }

    List<AclUser> all() {
        return present.values().stream().map(Login::user).toList();
    }

    String password(String name) {
        return login(name).password();
    }

    AclUser withNewPassword(String name) {
        var password = Secrets.random();
        var old = login(name).user();
        var user = new AclUser(name, Secrets.sha256(password), old.prefixes(), old.commands());
        put(user, password);
        return user;
    }

    /** Those whose password is not the first one; from now on it is again. */
    List<AclUser> restoreRotated() {
        var rotated = original.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(present.get(entry.getKey())))
                .map(entry -> entry.getValue().user())
                .toList();
        present.putAll(original);
        return rotated;
    }

    private void put(AclUser user, String password) {
        present.put(user.name(), new Login(user, password));
    }

    private Login login(String name) {
        return Optional.ofNullable(present.get(name))
                .orElseThrow(() -> new IllegalArgumentException("no user " + name + " among " + present.keySet()));
    }
}
