package dev.hotstate.kit.testing.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Certificates made by the keytool of the JDK: an authority that a test may trust, and what servers may present, good or
 * bad. All stores have the type PKCS12 and the password {@value #PASSWORD}.
 */
public final class TestCertificates {

    public static final String PASSWORD = "changeit";

    private static final int TOOL_SECONDS_MAX = 30;

    private final Path folder;

    private TestCertificates(Path folder) {
        this.folder = folder;
    }

    /** A new authority in the folder, which must exist. */
    public static TestCertificates in(Path folder) {
        var certificates = new TestCertificates(folder);
        certificates.generate("authority.p12", "authority", "-ext", "bc:c", "-validity", "3650");
        certificates.export("authority.p12", "authority", "authority.pem");
        return certificates;
    }

    /** PEM of the authority. */
    public Path authority() {
        return folder.resolve("authority.pem");
    }

    /** Signed by the authority, for the name, from today on. */
    public Path valid(String name, int days) {
        return signed(name, "-startdate", "-1d", "-validity", String.valueOf(days + 1));
    }

    /** Signed by the authority, for the name; ended yesterday. */
    public Path expired(String name) {
        return signed(name, "-startdate", "-10d", "-validity", "9");
    }

    /** Signed by nobody but itself. */
    public Path selfSigned(String name) {
        var store = "self-signed-" + name + ".p12";
        generate(store, "server", "-ext", "san=" + san(name), "-validity", "30");
        return folder.resolve(store);
    }

    private Path signed(String name, String... validity) {
        var store = "signed-" + name + "-" + String.join("", validity) + ".p12";
        generate(store, "server");
        keytool("-certreq", "-keystore", store, "-alias", "server", "-file", store + ".csr");
        var sign = new ArrayList<>(List.of(
                "-gencert", "-keystore", "authority.p12", "-alias", "authority", "-rfc", "-ext", "san=" + san(name)));
        sign.addAll(List.of(validity));
        sign.addAll(List.of("-infile", store + ".csr", "-outfile", store + ".pem"));
        keytool(sign.toArray(String[]::new));
        keytool("-importcert", "-noprompt", "-keystore", store, "-alias", "authority", "-file", "authority.pem");
        keytool("-importcert", "-noprompt", "-keystore", store, "-alias", "server", "-file", store + ".pem");
        return folder.resolve(store);
    }

    private void generate(String store, String alias, String... more) {
        var arguments = new ArrayList<>(List.of(
                "-genkeypair", "-keystore", store, "-alias", alias, "-keyalg", "EC", "-groupname", "secp256r1"));
        arguments.addAll(List.of("-dname", "CN=" + alias + " of a test"));
        arguments.addAll(List.of(more));
        keytool(arguments.toArray(String[]::new));
    }

    private void export(String store, String alias, String file) {
        keytool("-exportcert", "-rfc", "-keystore", store, "-alias", alias, "-file", file);
    }

    private static String san(String name) {
        return (name.matches("[0-9.]+|.*:.*") ? "ip:" : "dns:") + name;
    }

    private void keytool(String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        try {
            var log = Files.createTempFile(folder, "keytool", ".log");
            var process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (!process.waitFor(TOOL_SECONDS_MAX, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(command + ": " + Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
