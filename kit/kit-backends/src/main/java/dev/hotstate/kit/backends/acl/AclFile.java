package dev.hotstate.kit.backends.acl;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of an ACL file: nobody gets in as {@code default}, everybody else by a named user. Redis 7.0 allows no comments in it. */
public record AclFile(List<AclUser> users) {

    /**
     * Off and without a password, nobody can be this user. It may do everything all the same: Redis replays its append-only
     * file as {@code default}, and drops without an error every script's transaction that this user might not have run.
     */
    private static final String DEFAULT_OFF = "user default off resetpass ~* &* +@all";

    public String text() {
        return Stream.concat(Stream.of(DEFAULT_OFF), users.stream().map(AclUser::rule))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
