package dev.hotstate.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DependenciesTest {

    private static final List<String> PING = List.of("iputils-ping");

    private static final String BOOKWORM = """
            iputils-ping
              Depends: libcap2-bin
              Depends: libc6
              Depends: libcap2
              Depends: libidn2-0
            libcap2-bin
              Depends: libc6
              Depends: libcap2
            libc6
              Depends: libgcc-s1
            libcap2
              Depends: libc6
            libidn2-0
              Depends: libc6
              Depends: libunistring2
            libgcc-s1
              Depends: gcc-12-base
              Depends: libc6
            libunistring2
              Depends: libc6
            gcc-12-base
            """;

    @Test
    void libraries_of_libraries_belong_to_a_program() {
        assertThat(Dependencies.of(BOOKWORM).librariesOf(PING, Debian.BELOW_JAVA))
                .containsExactly("libcap2", "libidn2-0", "libunistring2");
    }

    @Test
    void a_release_that_calls_a_library_by_another_name_is_believed() {
        assertThat(Dependencies.of(BOOKWORM.replace("libunistring2", "libunistring5"))
                        .librariesOf(PING, Debian.BELOW_JAVA))
                .containsExactly("libcap2", "libidn2-0", "libunistring5");
    }

    /** Those of libc, which is there in any case, are not looked for; alternatives and names that others provide are left out. */
    @Test
    void what_is_present_ends_the_search() {
        var printed = """
                iputils-ping
                  PreDepends: libc6
                 |Depends: liba1
                  Depends: <libb>
                    libb2
                  Depends: libcap2:any
                libc6
                  Depends: libcrypt1
                """;

        assertThat(Dependencies.of(printed).librariesOf(PING, List.of("libc6"))).containsExactly("libcap2");
    }
}
