package dev.hotstate.monitor.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The id that an incident must have, computed without the script. */
final class IncidentIds {

    private IncidentIds() {}

    static String of(String monitor, long firstFailureAt) {
        try {
            var hash = MessageDigest.getInstance("SHA-1").digest((monitor + ":" + firstFailureAt).getBytes(UTF_8));
            return "inc_" + HexFormat.of().formatHex(hash).substring(0, 20);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
