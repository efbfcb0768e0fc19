package dev.hotstate.kit.backends.service;

import dev.hotstate.kit.backends.Backends;
import dev.hotstate.kit.backends.ServiceAccess;
import dev.hotstate.kit.backends.acl.AclDeclaration;
import dev.hotstate.kit.backends.host.BackendFailure;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A service as Maven packaged it.
 *
 * @param folder its {@code quarkus-app}, or a copy of it
 */
public record ServicePackage(Path folder) {

    private static final String JAR = "quarkus-run.jar";

    /**
     * Small and quick to start rather than fast for hours: the first compiler alone takes half the CPU time until ready
     * and less memory (docs/adr/0023).
     */
    private static final List<String> JAVA_OPTIONS =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xms32m", "-Xmx192m");

    public ServicePackage {
        folder = folder.toAbsolutePath().normalize();
    }

    /** What {@code package} makes of a module; absolute, or seen from the working directory. */
    public static ServicePackage ofModule(Path module) {
        return new ServicePackage(module.resolve("target/quarkus-app"));
    }

    /** The java that runs this JVM; services run on the same. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    public Path jar() {
        return folder.resolve(JAR);
    }

    /** The words of a command that runs it; later options win over earlier ones. */
    public List<String> command(List<String> javaOptions) {
        List<String> words = new ArrayList<>();
        words.add(java());
        words.addAll(JAVA_OPTIONS);
        words.addAll(javaOptions);
        words.addAll(List.of("-jar", jar().toString()));
        return words;
    }

    /** Lets it in with no more rights than its jars declare, so that it is what it really ships. */
    public ServiceAccess admitTo(Backends backends, String env) {
        return backends.admit(declaration(), baseCommands(), env);
    }

    /** What its Redis user may do, as its jar declares it. */
    public AclDeclaration declaration() {
        return AclDeclaration.read(resource("app", "*.jar", AclDeclaration.RESOURCE));
    }

    /** What kit-redis sends by itself. */
    public List<String> baseCommands() {
        return AclDeclaration.readBase(
                resource("lib/main", "dev.hotstate.kit-redis-*.jar", AclDeclaration.BASE_RESOURCE));
    }

    private URL resource(String subfolder, String jars, String name) {
        var place = folder.resolve(subfolder);
        if (!Files.isDirectory(place)) {
            throw new BackendFailure("There is no " + place + "; is the service packaged?");
        }
        try (var found = Files.newDirectoryStream(place, jars)) {
            for (var jar : found) {
                return URI.create("jar:" + jar.toUri() + "!/" + name).toURL();
            }
            throw new BackendFailure("There is no " + jars + " in " + place + "; is the service packaged?");
        } catch (IOException e) {
            throw BackendFailure.at(place, e);
        }
    }
}
