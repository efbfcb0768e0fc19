package dev.hotstate.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.cyclonedx.Version;
import org.cyclonedx.parsers.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentsTest {

    @TempDir
    Path application;

    @Test
    void jars_are_listed_by_coordinates_and_hash() throws IOException {
        Files.createDirectories(application.resolve("lib/main"));
        Files.writeString(application.resolve("lib/main/io.example.thing-1.2.jar"), "abc");
        Files.writeString(application.resolve("quarkus-app-dependencies.txt"), "io.example:thing::jar:1.2\n");

        var thing = component(contents().add(application), "thing");

        assertThat(thing.get("purl").asText()).isEqualTo("pkg:maven/io.example/thing@1.2");
        assertThat(thing.get("hashes").get(0).get("content").asText())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void a_jar_that_is_not_there_is_not_passed_over() throws IOException {
        Files.writeString(application.resolve("quarkus-app-dependencies.txt"), "io.example:thing::jar:1.2\n");

        assertThatThrownBy(() -> contents().add(application))
                .isInstanceOf(ImageFailure.class)
                .hasMessageContaining("io.example.thing-1.2.jar");
    }

    @Test
    void packages_are_listed_as_scanners_know_them() throws IOException {
        var libc = new Debian.Package("libc6", "1:2.36-9+deb12u1", "amd64", application, application);

        var component = component(contents().add(List.of(libc)), "libc6");

        assertThat(component.get("purl").asText()).isEqualTo("pkg:deb/debian/libc6@1%3A2.36-9%2Bdeb12u1?arch=amd64");
    }

    @Test
    void files_of_packages_come_without_manuals_and_links_as_what_they_point_to() throws IOException {
        var files = application.resolve("files");
        Files.createDirectories(files.resolve("lib"));
        Files.createDirectories(files.resolve("usr/share/doc/libc6"));
        Files.writeString(files.resolve("lib/libc.so.6.1"), "machine code");
        Files.createSymbolicLink(files.resolve("lib/libc.so.6"), Path.of("/lib/libc.so.6.1"));
        Files.createSymbolicLink(files.resolve("lib/elsewhere.so"), Path.of("/opt/of-another-package.so"));
        Files.writeString(files.resolve("usr/share/doc/libc6/copyright"), "free");
        Files.writeString(files.resolve("usr/share/doc/libc6/changelog.gz"), "long");

        var found = new Debian.Package("libc6", "2.36", "amd64", files, files).files();

        assertThat(found).containsOnlyKeys("/lib/libc.so.6", "/lib/libc.so.6.1", "/usr/share/doc/libc6/copyright");
        assertThat(found.get("/lib/libc.so.6")).isEqualTo(files.resolve("lib/libc.so.6.1"));
    }

    private static Contents contents() {
        return new Contents(Service.DRIVER_SERVICE, "1");
    }

    private static JsonNode component(Contents contents, String name) throws IOException {
        var json = contents.json(Instant.EPOCH);
        assertThat(new JsonParser().validate(json, Version.VERSION_16)).isEmpty();
        var bom = new ObjectMapper().readTree(json);
        return StreamSupport.stream(bom.get("components").spliterator(), false)
                .filter(component -> component.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
