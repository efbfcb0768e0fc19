package dev.hotstate.kit.redis.instance;

import dev.hotstate.kit.redis.key.KeyId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadLocalRandom;

/** The name of this process among those of its service; fit for a key. */
public record InstanceId(String value) {

    private static final int HOST_LENGTH_MAX = 40;

    public InstanceId {
        KeyId.of(value);
    }

    /** Host name and six random digits, so that a restarted process is another instance. */
    public static InstanceId random() {
        var host = hostName().replaceAll("[^a-zA-Z0-9-]", "-");
        var shortened = host.substring(0, Math.min(host.length(), HOST_LENGTH_MAX));
        return new InstanceId(
                "%s-%06x".formatted(shortened, ThreadLocalRandom.current().nextInt(1 << 24)));
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName().split("\\.", 2)[0];
        } catch (UnknownHostException e) {
            return "host";
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
