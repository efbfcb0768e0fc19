package dev.hotstate.kit.backends.acl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AclFileGeneratorTest {

    private static final Path CHECKOUT = Path.of("..", "..");
    private static final Path CHECKED_IN = CHECKOUT.resolve(Path.of("deploy", "redis", "users.acl"));

    @Test
    void the_checked_in_file_is_what_the_services_declare() throws IOException {
        assertThat(Files.readString(CHECKED_IN))
                .as(
                        "deploy/redis/users.acl differs from the declarations of the services; ./hotstate acl generates it again")
                .isEqualTo(AclFileGenerator.generate(CHECKOUT, "prod").text());
    }

    @Test
    void the_default_user_is_off_and_no_line_holds_a_real_hash() throws IOException {
        assertThat(Files.readAllLines(CHECKED_IN)).first().asString().startsWith("user default off");
        assertThat(Files.readString(CHECKED_IN))
                .doesNotContainPattern("#[0-9a-f]{64}")
                .doesNotContain("nopass", ">");
    }
}
