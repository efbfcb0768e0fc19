package dev.hotstate.kit.testing.keys;

import dev.hotstate.kit.backends.SharedBackends;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Scans the keys of a service when a test class is done, in the cluster that all modules of a test run share:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final KeyScanExtension keys = KeyScanExtension.afterClass(KeyScan.strict().below("test:monitor:"));
 * }</pre>
 */
public final class KeyScanExtension implements AfterAllCallback {

    private final KeyScan scan;

    private KeyScanExtension(KeyScan scan) {
        this.scan = scan;
    }

    public static KeyScanExtension afterClass(KeyScan scan) {
        return new KeyScanExtension(scan);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        scan.assertClean(SharedBackends.ofThisRun().redis());
    }
}
