package dev.hotstate.kit.backends.host;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

/**
 * The folder of this user below the temporary folder, where anybody may have put anything under that name: a link, or a
 * folder that others own or may write to, would let them choose whose servers and passwords we use.
 */
public final class TempHome {

    /** Others may pass through: where Postgres has to run as nobody, its files are below. */
    private static final String OURS_TO_PASS = "rwx--x--x";

    private TempHome() {}

    public static Path ofThisUser() {
        return in(Path.of(System.getProperty("java.io.tmpdir")), "hotstate-" + System.getProperty("user.name"));
    }

    static Path in(Path temp, String name) {
        var home = temp.resolve(name);
        try {
            create(home);
            var found = Files.readAttributes(home, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!found.isDirectory()) {
                throw new BackendFailure(home + " is not a folder; remove it");
            }
            if (!found.owner().equals(us(temp))) {
                throw new BackendFailure("The folder " + home + " belongs to somebody else; remove it");
            }
            if (found.permissions().contains(PosixFilePermission.GROUP_WRITE)
                    || found.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new BackendFailure("Others may write into the folder " + home + "; remove it");
            }
            return home;
        } catch (IOException e) {
            throw BackendFailure.at(home, e);
        }
    }

    private static void create(Path home) throws IOException {
        try {
            Files.createDirectory(
                    home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OURS_TO_PASS)));
        } catch (FileAlreadyExistsException foundBelow) {
            // It is looked at before it is used.
        }
    }

    /** Whoever owns what we create; the name of a user may be unknown inside a container. */
    private static UserPrincipal us(Path temp) throws IOException {
        var created = Files.createTempFile(temp, "hotstate", ".owner");
        try {
            return Files.getOwner(created);
        } finally {
            Files.delete(created);
        }
    }
}
