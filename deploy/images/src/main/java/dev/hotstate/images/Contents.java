package dev.hotstate.images;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.cyclonedx.Version;
import org.cyclonedx.exception.GeneratorException;
import org.cyclonedx.generators.json.BomJsonGenerator;
import org.cyclonedx.model.Bom;
import org.cyclonedx.model.Component;
import org.cyclonedx.model.Hash;
import org.cyclonedx.model.Metadata;

/** What an image is made of, as CycloneDX: the jars of the application, the Java runtime, the Debian packages. */
final class Contents {

    static final String FILE = "sbom.cdx.json";

    /** Quarkus lists there what it has packaged, one {@code group:artifact:classifier:type:version} in each line. */
    private static final String DEPENDENCIES = "quarkus-app-dependencies.txt";

    private final Component image;
    private final List<Component> components = new ArrayList<>();

    Contents(Service service, String version) {
        image = component(Component.Type.CONTAINER, "hotstate/" + service.module(), version);
        image.setDescription(service.description());
    }

    Contents add(JavaRuntime java) {
        var runtime = component(
                Component.Type.PLATFORM, "java-runtime", Runtime.version().toString());
        runtime.setPublisher(java.vendor());
        components.add(runtime);
        return this;
    }

    Contents add(List<Debian.Package> packages) {
        for (var each : packages) {
            var component = component(Component.Type.LIBRARY, each.name(), each.version());
            component.setPurl("pkg:deb/debian/" + each.name() + "@"
                    + each.version().replace("+", "%2B").replace(":", "%3A") + "?arch=" + each.architecture());
            components.add(component);
        }
        return this;
    }

    Contents add(Path application) {
        try {
            for (var line : Files.readAllLines(application.resolve(DEPENDENCIES))) {
                components.add(jar(application, line.split(":")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    String json(Instant at) {
        var metadata = new Metadata();
        metadata.setTimestamp(Date.from(at));
        metadata.setComponent(image);
        var bom = new Bom();
        bom.setMetadata(metadata);
        bom.setComponents(components);
        try {
            return new BomJsonGenerator(bom, Version.VERSION_16).toJsonString();
        } catch (GeneratorException e) {
            throw new ImageFailure("The list of contents cannot be written", e);
        }
    }

    private static Component jar(Path application, String[] coordinates) {
        var group = coordinates[0];
        var artifact = coordinates[1];
        var classifier = coordinates[2];
        var version = coordinates[4];
        var component = component(Component.Type.LIBRARY, artifact, version);
        component.setGroup(group);
        component.setPurl("pkg:maven/" + group + "/" + artifact + "@" + version
                + (classifier.isEmpty() ? "" : "?classifier=" + classifier));
        var file = group + "." + artifact + "-" + version + (classifier.isEmpty() ? "" : "-" + classifier) + ".jar";
        var jar = Stream.of("lib/main", "lib/boot")
                .map(folder -> application.resolve(folder).resolve(file))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new ImageFailure(DEPENDENCIES + " names " + file + ", which was not packaged"));
        component.addHash(new Hash(Hash.Algorithm.SHA_256, sha256(jar)));
        return component;
    }

    private static Component component(Component.Type type, String name, String version) {
        var component = new Component();
        component.setType(type);
        component.setName(name);
        component.setVersion(version);
        return component;
    }

    private static String sha256(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
