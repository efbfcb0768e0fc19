package dev.hotstate.images;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import com.google.cloud.tools.jib.api.buildplan.Port;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The image of one service as a tar that {@code podman load} and {@code docker load} take. What changes least lies lowest: Debian, Java,
 * libraries, the application, its recorded start.
 */
final class ServiceImage {

    /** The version in compose.yaml and in the kustomizations. */
    static final String VERSION = "0.1.0";

    private static final String USER = "10001";
    private static final String JAVA = "/opt/java";
    private static final String APPLICATION = "/app";
    private static final FilePermissions PROGRAM = FilePermissions.fromOctalString("755");
    private static final FilePermissions FILE = FilePermissions.fromOctalString("644");
    private static final FilePermissions SHARED_FOLDER = FilePermissions.fromOctalString("777");

    private final Workshop workshop;
    private final Service service;
    private final JavaRuntime java;
    private final Path application;
    private final List<Debian.Package> packages;
    private final String revision;

    ServiceImage(Workshop workshop, Service service, JavaRuntime java, Path application, String revision) {
        this.workshop = workshop;
        this.service = service;
        this.java = java;
        this.application = application;
        this.revision = revision;
        var names = new ArrayList<>(Debian.BELOW_JAVA);
        names.addAll(service.debianPackages());
        this.packages = new Debian(workshop).packages(names);
    }

    Path write() {
        var tar = workshop.folder().resolve(service.module() + ".tar");
        try {
            var sbom = Files.writeString(workshop.folder().resolve(service.module() + "." + Contents.FILE), contents());
            builder(sbom)
                    .containerize(
                            Containerizer.to(TarImage.at(tar).named("hotstate/" + service.module() + ":" + VERSION))
                                    .setBaseImageLayersCache(workshop.folder("cache"))
                                    .setApplicationLayersCache(workshop.folder("cache"))
                                    .setToolName("hotstate")
                                    .setOfflineMode(true));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ImageFailure("Interrupted", e);
        } catch (Exception e) {
            throw new ImageFailure("The image of " + service.module() + " cannot be written: " + e, e);
        }
        return tar;
    }

    private JibContainerBuilder builder(Path sbom) throws IOException {
        return Jib.fromScratch()
                .setPlatforms(Set.of(new Platform(architecture(), "linux")))
                .setFileEntriesLayers(List.of(debian(), javaRuntime(), libraries(), application(sbom), recordedStart()))
                .setEntrypoint(Launch.replaying(JAVA + "/bin/java", APPLICATION))
                .setWorkingDirectory(AbsoluteUnixPath.get(APPLICATION))
                .setUser(USER + ":" + USER)
                .setExposedPorts(Port.tcp(service.port()), Port.tcp(service.managementPort()))
                .setEnvironment(Map.of("LANG", "C.UTF-8", "PATH", JAVA + "/bin:/usr/bin:/bin"))
                .setCreationTime(Workshop.FILE_TIME)
                .setLabels(Map.of(
                        "org.opencontainers.image.title",
                        service.module(),
                        "org.opencontainers.image.description",
                        service.description(),
                        "org.opencontainers.image.version",
                        VERSION,
                        "org.opencontainers.image.revision",
                        revision,
                        "org.opencontainers.image.licenses",
                        "Apache-2.0",
                        "org.opencontainers.image.vendor",
                        "Hotstate",
                        "dev.hotstate.sbom",
                        APPLICATION + "/" + Contents.FILE));
    }

    private String contents() {
        return new Contents(service, VERSION)
                .add(java)
                .add(packages)
                .add(application)
                .json(Instant.now());
    }

    private FileEntriesLayer debian() throws IOException {
        var layer = FileEntriesLayer.builder().setName("debian");
        for (var each : packages) {
            each.files().forEach((name, file) -> {
                add(layer, file, name);
                // Where the program loader is looked for, whatever the release calls the folder.
                if (name.startsWith("/usr/lib64/")) {
                    add(layer, file, name.substring("/usr".length()));
                }
            });
            add(layer, each.control(), "/var/lib/dpkg/status.d/" + each.name());
        }
        add(
                layer,
                written(
                        "passwd",
                        "root:x:0:0:root:/:/none\nhotstate:x:%1$s:%1$s:hotstate:/app:/none\n".formatted(USER)),
                "/etc/passwd");
        add(layer, written("group", "root:x:0:\nhotstate:x:%s:\n".formatted(USER)), "/etc/group");
        add(layer, written("nsswitch.conf", "hosts: files dns\n"), "/etc/nsswitch.conf");
        // The one place that is written to; a read-only container mounts something there.
        layer.addEntry(workshop.folder("tmp"), AbsoluteUnixPath.get("/tmp"), SHARED_FOLDER);
        return layer.build();
    }

    private FileEntriesLayer javaRuntime() {
        return layer("java", java.folder(), Workshop.filesIn(java.folder()), name -> JAVA + "/" + name);
    }

    private FileEntriesLayer libraries() {
        return layer("libraries", application, Workshop.filesIn(application.resolve("lib")), this::inApplication);
    }

    private FileEntriesLayer application(Path sbom) {
        var files = Workshop.filesIn(application).stream()
                .filter(file -> !file.startsWith(application.resolve("lib")))
                .filter(file -> !file.endsWith(Launch.CACHE))
                .toList();
        var layer = layer("application", application, files, this::inApplication).toBuilder();
        add(layer, sbom, APPLICATION + "/" + Contents.FILE);
        return layer.build();
    }

    private FileEntriesLayer recordedStart() {
        return layer("recorded start", application, List.of(application.resolve(Launch.CACHE)), this::inApplication);
    }

    private String inApplication(String name) {
        return APPLICATION + "/" + name;
    }

    private static FileEntriesLayer layer(String name, Path root, List<Path> files, UnaryOperator<String> place) {
        var layer = FileEntriesLayer.builder().setName(name);
        files.forEach(file -> add(layer, file, place.apply(root.relativize(file).toString())));
        return layer.build();
    }

    private static void add(FileEntriesLayer.Builder layer, Path file, String place) {
        layer.addEntry(
                file, AbsoluteUnixPath.get(place), Files.isExecutable(file) ? PROGRAM : FILE, Workshop.FILE_TIME);
    }

    private Path written(String name, String text) throws IOException {
        return Files.writeString(workshop.folder("etc").resolve(name), text);
    }

    private static String architecture() {
        return System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    }
}
