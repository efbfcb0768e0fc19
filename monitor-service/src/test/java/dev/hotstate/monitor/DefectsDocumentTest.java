package dev.hotstate.monitor;

import dev.hotstate.kit.testing.contract.NamesTests;
import java.nio.file.Path;

class DefectsDocumentTest implements NamesTests {

    @Override
    public Path document() {
        return Path.of("../docs/monitor-defects.md");
    }
}
