package dev.hotstate.monitor.definition;

import java.util.Arrays;

/** What only {@link SecretVault} can read. Bytes are compared by content, so that equal definitions are equal. */
public record SealedSecrets(byte[] bytes) {

    @Override
    public boolean equals(Object other) {
        return other instanceof SealedSecrets that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "SealedSecrets";
    }
}
