package dev.hotstate.kit.backends.postgres;

import dev.hotstate.kit.backends.host.BackendFailure;
import dev.hotstate.kit.backends.host.BinaryCache;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The Postgres programs of the artifact, unpacked once per user and version. */
record PostgresBinary(Path home) {

    private static final int OWNER_MAY_EXECUTE = 0100;
    /** The name of the artifact's jar tells the version. */
    private static final Pattern JAR = Pattern.compile("([^/]+)\\.jar!");

    static PostgresBinary embedded() {
        var archive = archive();
        var jar = JAR.matcher(archive.toString());
        var name = jar.find() ? jar.group(1) : "postgres";
        return new PostgresBinary(BinaryCache.folder(name, part -> unpack(archive, part)));
    }

    static PostgresBinary unpackedTo(Path folder) throws IOException {
        unpack(archive(), folder);
        return new PostgresBinary(folder);
    }

    Path program(String name) {
        return home.resolve("bin").resolve(name);
    }

    private static URL archive() {
        var name = "postgres-" + platform() + ".txz";
        var archive = PostgresBinary.class.getClassLoader().getResource(name);
        if (archive == null) {
            throw new BackendFailure("There is no embedded Postgres for this platform (" + name
                    + "): configure the address of a Postgres server instead");
        }
        return archive;
    }

    private static String platform() {
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac")) {
            return "darwin-arm_64"; // runs on both kinds of Mac
        }
        return "linux-"
                + System.getProperty("os.arch").replace("amd64", "x86_64").replace("aarch64", "arm_64");
    }

    private static void unpack(URL archive, Path folder) throws IOException {
        try (var in = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive.openStream())))) {
            for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                unpack(entry, in, folder);
            }
        }
    }

    private static void unpack(TarArchiveEntry entry, InputStream in, Path folder) throws IOException {
        var path = folder.resolve(entry.getName()).normalize();
        if (!path.startsWith(folder)) {
            throw new IOException("entry outside of the archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(in, path);
        if ((entry.getMode() & OWNER_MAY_EXECUTE) != 0 && !path.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + path + " executable");
        }
    }
}
