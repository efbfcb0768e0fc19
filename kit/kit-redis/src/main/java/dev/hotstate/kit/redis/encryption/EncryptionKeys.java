package dev.hotstate.kit.redis.encryption;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM under keys that have names, so that they can be rotated: new values use the current key, values under an
 * older one stay readable for as long as it is configured.
 */
public final class EncryptionKeys {

    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, SecretKeySpec> keys;
    private final String current;

    /**
     * @param prefix       of the configuration keys, for messages: {@code hotstate.cache.encryption}
     * @param base64ByName each key, 32 bytes in Base64
     * @param current      the name of the one that encrypts
     */
    public EncryptionKeys(String prefix, Map<String, String> base64ByName, String current) {
        if (!base64ByName.containsKey(current)) {
            throw new IllegalArgumentException(prefix + ".current names a key that is not configured");
        }
        this.current = current;
        this.keys = base64ByName.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> key(prefix + ".keys." + entry.getKey(), entry.getValue())));
    }

    public String current() {
        return current;
    }

    /** Nonce, then ciphertext with its tag. The context is not stored, and must be the same when decrypting. */
    public byte[] encrypt(byte[] plain, byte[] context) {
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            var sealed = cipher(Cipher.ENCRYPT_MODE, current, nonce, context).doFinal(plain);
            var result = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
            System.arraycopy(sealed, 0, result, NONCE_BYTES, sealed.length);
            return result;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has AES-GCM", e);
        }
    }

    /**
     * @throws IllegalArgumentException if the key is gone, or bytes or context are not what was encrypted
     */
    public byte[] decrypt(String key, byte[] nonceAndSealed, byte[] context) {
        if (!keys.containsKey(key) || nonceAndSealed.length < NONCE_BYTES) {
            throw new IllegalArgumentException("unknown key, or too short");
        }
        try {
            var nonce = Arrays.copyOf(nonceAndSealed, NONCE_BYTES);
            return cipher(Cipher.DECRYPT_MODE, key, nonce, context)
                    .doFinal(nonceAndSealed, NONCE_BYTES, nonceAndSealed.length - NONCE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("tampered", e);
        }
    }

    private Cipher cipher(int mode, String key, byte[] nonce, byte[] context) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, keys.get(key), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(context);
        return cipher;
    }

    private static SecretKeySpec key(String setting, String base64) {
        var bytes = bytes(setting, base64);
        if (bytes.length != KEY_BYTES) {
            throw new IllegalArgumentException(setting + " must have 32 bytes");
        }
        return new SecretKeySpec(bytes, "AES");
    }

    /** The message must not repeat what could not be read: it may be most of a key. */
    private static byte[] bytes(String setting, String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(setting + " is not Base64");
        }
    }
}
