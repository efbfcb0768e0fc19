package dev.hotstate.images;

import java.util.ArrayList;
import java.util.List;

/** The words of the command that an image runs. A recorded start serves only the JVM and the flags that it was recorded with. */
public final class Launch {

    public static final String CACHE = "app.aot";
    public static final String JAR = "quarkus-run.jar";

    /** Containers have one or two cores and a few hundred megabytes, for which the serial collector is the best. */
    private static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:MaxRAMPercentage=60", "-XX:+ExitOnOutOfMemoryError");

    private Launch() {}

    /** What JDK_JAVA_OPTIONS of a container says comes before these. */
    public static List<String> replaying(String java, String folder) {
        return command(java, folder, "-XX:AOTCache=" + folder + "/" + CACHE);
    }

    static List<String> recording(String java, String folder) {
        return command(java, folder, "-XX:AOTCacheOutput=" + folder + "/" + CACHE);
    }

    public static List<String> plain(String java, String folder) {
        return command(java, folder, "");
    }

    private static List<String> command(String java, String folder, String cache) {
        var words = new ArrayList<String>();
        words.add(java);
        words.addAll(FLAGS);
        if (!cache.isEmpty()) {
            words.add(cache);
        }
        words.addAll(List.of("-jar", folder + "/" + JAR));
        return words;
    }
}
