package dev.hotstate.kit.backends.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TempHomeTest {

    private static final String NAME = "hotstate-me";

    @TempDir
    Path temp;

    @Test
    void is_made_once_for_its_owner_alone() throws IOException {
        var home = TempHome.in(temp, NAME);

        assertThat(TempHome.in(temp, NAME)).isEqualTo(home);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
                .isEqualTo("rwx--x--x");
        assertThat(temp).isDirectoryContaining(home::equals).isDirectoryNotContaining("glob:**.owner");
    }

    @Test
    void a_link_is_refused_wherever_it_leads() throws IOException {
        var elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Files.createSymbolicLink(temp.resolve(NAME), elsewhere);

        assertThatThrownBy(() -> TempHome.in(temp, NAME))
                .isInstanceOf(BackendFailure.class)
                .hasMessageContaining("is not a folder");
    }

    @Test
    void a_folder_of_somebody_else_is_refused() throws IOException {
        var theirs = Files.createDirectory(temp.resolve(NAME));
        var system = Path.of("/usr");
        var somebody = Files.getOwner(system).equals(Files.getOwner(theirs)) ? owned(theirs, "nobody") : system;

        assertThatThrownBy(() -> TempHome.in(temp, temp.relativize(somebody).toString()))
                .hasMessageContaining("belongs to somebody else");
    }

    @Test
    void a_folder_that_others_may_write_to_is_refused() throws IOException {
        var open = Files.createDirectory(temp.resolve(NAME));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwx-wx-wx"));

        assertThatThrownBy(() -> TempHome.in(temp, NAME)).hasMessageContaining("Others may write");
    }

    private static Path owned(Path folder, String user) throws IOException {
        var users = folder.getFileSystem().getUserPrincipalLookupService();
        return Files.setOwner(folder, users.lookupPrincipalByName(user));
    }
}
